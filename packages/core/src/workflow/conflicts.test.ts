import { conflictingPermissions, shortestWay } from './conflicts.js'
import { foundationMemberWorkflow } from './membership.js'
import { simplePublicationWorkflow, stockWorkflows } from './stockWorkflows.js'

describe('permissions of a chain (workflow sheet, G01, G02, G07)', () => {
  it('of disjoint workflows do not conflict', () => {
    expect(conflictingPermissions([simplePublicationWorkflow, foundationMemberWorkflow])).toEqual(new Map())
    expect(conflictingPermissions([simplePublicationWorkflow])).toEqual(new Map())
  })

  it('that several manage are reported with those workflows in chain order', () => {
    const second = { ...foundationMemberWorkflow, id: 'second', managedPermissions: ['View', 'Vote'] }
    expect(conflictingPermissions([simplePublicationWorkflow, second])).toEqual(
      new Map([['View', ['simple_publication_workflow', 'second']]]),
    )
  })
})

describe('the way to a state', () => {
  it('is the shortest, by transitions that people can take', () => {
    expect(shortestWay(simplePublicationWorkflow, 'private', 'published')).toEqual(['publish'])
    expect(shortestWay(simplePublicationWorkflow, 'private', 'private')).toEqual([])
    const intranet = stockWorkflows.find(({ id }) => id === 'intranet_workflow')
    expect(intranet && shortestWay(intranet, 'private', 'external')).toEqual([
      'show_internally',
      'publish_internally',
      'publish_externally',
    ])
  })

  it('is none where nothing leads', () => {
    expect(shortestWay(foundationMemberWorkflow, 'active', 'pending')).toBeNull()
    expect(shortestWay(foundationMemberWorkflow, 'pending', 'nowhere')).toBeNull()
  })
})
