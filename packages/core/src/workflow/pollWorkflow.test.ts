import { pollWorkflowId } from '../poll/poll.js'
import {
  assignableRoles,
  holdsPermission,
  implicitRoles,
  permission,
  rolesAllowed,
  stockPermissions,
} from '../security/permissions.js'
import { stateOf, transitionOf, type WorkflowState } from './definition.js'
import { problemsOfWorkflow } from './definitionProblems.js'
import { pollWorkflow as workflow } from './pollWorkflow.js'

const allRoles = [...assignableRoles, ...implicitRoles]
const viewers = ['Contributor', 'Editor', 'Manager', 'Owner', 'Reader', 'Site Administrator']
const voters = ['Contributor', 'Editor', 'Manager', 'Member', 'Reader', 'Reviewer', 'Site Administrator']

const ids = (all: readonly { readonly id: string }[]) => all.map(({ id }) => id)

const stateNamed = (id: string): WorkflowState => {
  const state = stateOf(workflow, id)
  if (!state) throw new Error(`no state ${id}`)
  return state
}

describe('the workflow of polls', () => {
  it('drives review_state, begins private, and manages four permissions', () => {
    expect(workflow).toMatchObject({
      id: 'poll_workflow',
      title: 'Poll Workflow',
      stateVariable: 'review_state',
      initialState: 'private',
    })
    expect(workflow.id).toBe(pollWorkflowId)
    expect(workflow.managedPermissions?.toSorted()).toEqual([
      'Access contents information',
      'Modify portal content',
      'View',
      'collective.polls: Vote',
    ])
  })

  it.each([
    ['private', 'Private', ['open', 'submit']],
    ['pending', 'Pending review', ['open', 'reject', 'retract']],
    ['open', 'Opened', ['close', 'reject']],
    ['closed', 'Closed', ['open']],
  ])('has the state %s, "%s", with the exits %j', (id, title, transitions) => {
    expect(stateNamed(id)).toMatchObject({ title, transitions })
  })

  it('lists its states in the order of their vocabulary', () => {
    expect(ids(workflow.states)).toEqual(['closed', 'open', 'pending', 'private'])
  })

  it.each([
    ['close', 'Close', 'closed', 'collective.polls: Close poll'],
    ['open', 'Open', 'open', 'Review portal content'],
    ['reject', 'Reject', 'private', 'Review portal content'],
    ['retract', 'Retract', 'private', 'Request review'],
    ['submit', 'Submit for opening', 'pending', 'Request review'],
  ])('has the transition %s, "%s" to %s, guarded by %s', (id, title, to, guard) => {
    expect(transitionOf(workflow, id)).toEqual({ id, title, to, guard: { permissions: [guard] } })
  })

  it('has no other transition, and no problem on a stock site: every state is reachable', () => {
    expect(ids(workflow.transitions)).toEqual(['close', 'open', 'reject', 'retract', 'submit'])
    const names = { permissions: Object.keys(stockPermissions), roles: allRoles, expressions: [] }
    expect(problemsOfWorkflow(workflow, names)).toEqual([])
  })

  it('shows its history to callers who may request a review or review', () => {
    expect(workflow.historyGuard).toEqual({ permissions: ['Request review', 'Review portal content'] })
  })
})

describe('the permissions in each state', () => {
  it.each<[string, string, readonly string[] | 'acquired']>([
    ['private', permission.accessContents, viewers],
    ['private', permission.view, viewers],
    ['private', permission.modify, ['Editor', 'Manager', 'Owner', 'Site Administrator']],
    ['private', permission.vote, []],
    ['pending', permission.accessContents, [...viewers, 'Reviewer']],
    ['pending', permission.view, [...viewers, 'Reviewer']],
    ['pending', permission.modify, ['Manager', 'Reviewer', 'Site Administrator']],
    ['pending', permission.vote, []],
    ['open', permission.accessContents, 'acquired'],
    ['open', permission.view, 'acquired'],
    ['open', permission.modify, []],
    ['open', permission.vote, voters],
    ['closed', permission.accessContents, 'acquired'],
    ['closed', permission.view, 'acquired'],
    ['closed', permission.modify, []],
    ['closed', permission.vote, []],
  ])('%s: %s is granted to %j', (id, name, expected) => {
    const grant = stateNamed(id).permissions?.[name]
    if (expected === 'acquired') expect(grant).toBeUndefined()
    else expect({ ...grant, roles: grant?.roles.toSorted() }).toEqual({ roles: expected.toSorted(), acquired: false })
  })
})

describe('the permissions of the whole site', () => {
  it('let contributors add polls and reviewers close them', () => {
    const rolesWith = (name: string) => stockPermissions[name]?.toSorted()
    expect(rolesWith('collective.polls: Add poll')).toEqual(['Contributor', 'Manager', 'Owner', 'Site Administrator'])
    expect(rolesWith('collective.polls: Close poll')).toEqual(['Manager', 'Reviewer', 'Site Administrator'])
  })

  it('allow no votes, and are independent of the vote permission of a container', () => {
    const generous = { permissions: { [permission.vote]: { roles: allRoles, acquired: true } } }
    for (const { id, permissions = {} } of workflow.states) {
      const lineage = [generous, { permissions }].map(place => ({ localRoles: {}, blockLocalRoles: false, ...place }))
      const allowed = rolesAllowed(permission.vote, lineage, stockPermissions)
      expect([...allowed].toSorted()).toEqual(id === 'open' ? voters : [])
    }
    expect(rolesAllowed(permission.vote, [], stockPermissions).size).toBe(0)
  })
})

describe('the transitions that roles may execute in a published folder (docs/polls.md, States and transitions)', () => {
  function offered(id: string, roles: readonly string[]): readonly string[] | null {
    const { permissions = {}, transitions } = stateNamed(id)
    const caller = { kind: 'member', id: 'ada', fullname: '', roles: ['Member', ...roles], groups: [] } as const
    const lineage = [{ permissions, localRoles: {}, blockLocalRoles: false }]
    const may = (name: string) => holdsPermission(name, { caller, lineage, site: stockPermissions })
    const open = transitions.filter(name => transitionOf(workflow, name)?.guard?.permissions?.some(may))
    return may(permission.view) ? open : null
  }

  it.each<[string, string, readonly string[] | null]>([
    ['private', 'Manager, Site Administrator', ['open', 'submit']],
    ['private', 'Owner, Editor', ['submit']],
    ['private', 'Contributor, Reader', []],
    ['private', 'Reviewer, Member', null],
    ['pending', 'Manager, Site Administrator', ['open', 'reject', 'retract']],
    ['pending', 'Owner, Editor', ['retract']],
    ['pending', 'Reviewer', ['open', 'reject']],
    ['pending', 'Contributor, Reader', []],
    ['pending', 'Member', null],
    ['open', 'Manager, Site Administrator, Reviewer', ['close', 'reject']],
    ['open', 'Owner, Editor, Contributor, Reader, Member', []],
    ['closed', 'Manager, Site Administrator, Reviewer', ['open']],
    ['closed', 'Owner, Editor, Contributor, Reader, Member', []],
  ])('are in %s, for each of %s, %j', (state, roles, expected) => {
    for (const role of roles.split(', ')) expect(offered(state, [role])).toEqual(expected)
  })

  it('include "submit" but not "open" for the owner; roles other than Reviewer neither close nor reject', () => {
    expect(offered('private', ['Owner'])).toEqual(['submit'])
    expect(offered('open', ['Owner', 'Member', 'Contributor', 'Editor'])).toEqual([])
  })
})
