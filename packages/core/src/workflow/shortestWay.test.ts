import { foundationMemberWorkflow } from './membership.js'
import { shortestWay } from './shortestWay.js'
import { simplePublicationWorkflow, stockWorkflows } from './stockWorkflows.js'

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
