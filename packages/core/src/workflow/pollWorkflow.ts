import { permission } from '../security/permissions.js'
import { defineWorkflow } from './defineWorkflow.js'
import { defaultHistoryGuard } from './historyGuard.js'

const readers = ['Manager', 'Owner', 'Editor', 'Reader', 'Contributor', 'Site Administrator']
const reviewers = ['Manager', 'Reviewer', 'Site Administrator']
const voters = ['Contributor', 'Editor', 'Manager', 'Member', 'Reader', 'Reviewer', 'Site Administrator']

const only = (roles: readonly string[]) => ({ roles, acquired: false })

/**
 * The permissions of open and closed polls. These polls cannot be edited, because people are voting or have voted.
 * Everybody who can view the container can view the poll.
 */
const sealed = { [permission.modify]: only([]) }

const hiddenFrom = (viewers: readonly string[], editors: readonly string[]) => ({
  [permission.view]: only(viewers),
  [permission.accessContents]: only(viewers),
  [permission.modify]: only(editors),
  [permission.vote]: only([]),
})

/**
 * The workflow of polls (docs/polls.md, States and transitions). Its transitions have additional effects on votes (see
 * `pollEffects`).
 */
export const pollWorkflow = defineWorkflow({
  id: 'poll_workflow',
  title: 'Poll Workflow',
  stateVariable: 'review_state',
  initialState: 'private',
  managedPermissions: [permission.view, permission.accessContents, permission.modify, permission.vote],
  states: [
    { id: 'closed', title: 'Closed', transitions: ['open'], permissions: { ...sealed, [permission.vote]: only([]) } },
    {
      id: 'open',
      title: 'Opened',
      transitions: ['close', 'reject'],
      permissions: { ...sealed, [permission.vote]: only(voters) },
    },
    {
      id: 'pending',
      title: 'Pending review',
      transitions: ['open', 'reject', 'retract'],
      permissions: hiddenFrom([...readers, 'Reviewer'], reviewers),
    },
    {
      id: 'private',
      title: 'Private',
      transitions: ['open', 'submit'],
      permissions: hiddenFrom(readers, ['Manager', 'Owner', 'Editor', 'Site Administrator']),
    },
  ],
  transitions: [
    { id: 'close', title: 'Close', to: 'closed', guard: { permissions: [permission.closePoll] } },
    { id: 'open', title: 'Open', to: 'open', guard: { permissions: [permission.review] } },
    { id: 'reject', title: 'Reject', to: 'private', guard: { permissions: [permission.review] } },
    { id: 'retract', title: 'Retract', to: 'private', guard: { permissions: [permission.requestReview] } },
    { id: 'submit', title: 'Submit for opening', to: 'pending', guard: { permissions: [permission.requestReview] } },
  ],
  historyGuard: defaultHistoryGuard,
})
