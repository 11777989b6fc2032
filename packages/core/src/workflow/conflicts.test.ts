import { conflictingPermissions } from './conflicts.js'
import { foundationMemberWorkflow } from './membership.js'
import { simplePublicationWorkflow } from './stockWorkflows.js'

describe('permissions of a chain (docs/workflow-and-history.md, Permissions of states)', () => {
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
