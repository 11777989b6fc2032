import type { PermissionMap } from '../security/permissions.js'
import { permission } from '../security/stockPermissions.js'
import type { WorkflowDefinition } from './definition.js'

const editors = ['Manager', 'Owner', 'Editor', 'Site Administrator']
const readers = [...editors, 'Reader', 'Contributor']
const reviewers = ['Manager', 'Reviewer', 'Site Administrator']

/** View and the listing of what is inside go together in all stock workflows; no role is acquired. */
function access(view: readonly string[], modify: readonly string[]): PermissionMap {
  const viewers = { roles: view, acquired: false }
  return {
    [permission.view]: viewers,
    [permission.accessContents]: viewers,
    [permission.modify]: { roles: modify, acquired: false },
  }
}

/** The default workflow of content: private, pending review, published (workflow sheet, section 11). */
export const simplePublicationWorkflow: WorkflowDefinition = {
  id: 'simple_publication_workflow',
  title: 'Simple Publication Workflow',
  stateVariable: 'review_state',
  initialState: 'private',
  managedPermissions: [permission.view, permission.accessContents, permission.modify],
  states: [
    {
      id: 'pending',
      title: 'Pending review',
      transitions: ['publish', 'reject', 'retract'],
      permissions: access([...readers, 'Reviewer'], reviewers),
    },
    { id: 'private', title: 'Private', transitions: ['publish', 'submit'], permissions: access(readers, editors) },
    {
      id: 'published',
      title: 'Published',
      transitions: ['reject', 'retract'],
      permissions: access(['Anonymous'], editors),
    },
  ],
  transitions: [
    { id: 'publish', title: 'Publish', to: 'published', guard: { permissions: [permission.review] } },
    { id: 'reject', title: 'Send back', to: 'private', guard: { permissions: [permission.review] } },
    { id: 'retract', title: 'Retract', to: 'private', guard: { permissions: [permission.requestReview] } },
    {
      id: 'submit',
      title: 'Submit for publication',
      to: 'pending',
      guard: { permissions: [permission.requestReview] },
    },
  ],
  historyGuard: { permissions: [permission.requestReview, permission.review] },
}
