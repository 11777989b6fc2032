import { conflictingPermissions, sharedTransitions } from './conflicts.js'
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

describe('transition ids of a chain', () => {
  it('that differ are not shared', () => {
    expect(sharedTransitions([simplePublicationWorkflow, foundationMemberWorkflow])).toEqual(new Map())
  })

  it('that several workflows define are reported with those workflows in chain order', () => {
    const [activate] = foundationMemberWorkflow.transitions
    const second = { ...foundationMemberWorkflow, id: 'second', transitions: activate ? [activate] : [] }
    expect(sharedTransitions([foundationMemberWorkflow, simplePublicationWorkflow, second])).toEqual(
      new Map([['activate', ['foundation_member_workflow', 'second']]]),
    )
  })
})
