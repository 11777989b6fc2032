import type { WorkflowDefinition } from '@plenum/core/workflow'

const transitions = ['open', 'limit', 'close']
const audiences = { closed: ['Owner', 'Manager'], limited: ['Authenticated', 'Manager'], opened: ['Anonymous'] }
const targets = { open: 'opened', limit: 'limited', close: 'closed' }

/** Creates a workflow that manages a single permission, so that View and Access contents information can differ. */
const guarding = (id: string, permission: string): WorkflowDefinition => ({
  id,
  title: id,
  stateVariable: 'review_state',
  initialState: 'closed',
  managedPermissions: [permission],
  historyGuard: {},
  states: Object.entries(audiences).map(([state, roles]) => ({
    id: state,
    title: state,
    transitions,
    permissions: { [permission]: { roles, acquired: false } },
  })),
  transitions: Object.entries(targets).map(([name, to]) => ({ id: name, title: name, to })),
})

export const guardedWorkflows: readonly WorkflowDefinition[] = [
  guarding('view_workflow', 'View'),
  guarding('listing_workflow', 'Access contents information'),
]
