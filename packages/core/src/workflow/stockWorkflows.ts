import { type PermissionMap, permission } from '../security/permissions.js'
import { defineWorkflow } from './defineWorkflow.js'
import type { Transition, WorkflowDefinition, WorkflowState } from './definition.js'
import { defaultHistoryGuard } from './historyGuard.js'

const editors = ['Manager', 'Owner', 'Editor', 'Site Administrator']
const readers = [...editors, 'Reader', 'Contributor']
const members = [...readers, 'Member']
const reviewers = ['Manager', 'Reviewer', 'Site Administrator']
const administrators = ['Manager', 'Site Administrator']
const everybody = ['Anonymous']

function access(view: readonly string[], modify: readonly string[]): PermissionMap {
  const viewers = { roles: view, acquired: false }
  return {
    [permission.view]: viewers,
    [permission.accessContents]: viewers,
    [permission.modify]: { roles: modify, acquired: false },
  }
}

const state = <const Id extends string, const Exit extends string>(
  id: Id,
  title: string,
  transitions: readonly Exit[],
  permissions: PermissionMap,
): WorkflowState<Id, Exit> => ({
  id,
  title,
  transitions,
  permissions,
})

const transition = <const Id extends string, const State extends string>(
  id: Id,
  title: string,
  to: State,
  guard: 'modify' | 'requestReview' | 'review',
): Transition<State, Id> => ({
  id,
  title,
  to,
  guard: { permissions: [permission[guard]] },
})

const common = {
  stateVariable: 'review_state',
  managedPermissions: [permission.view, permission.accessContents, permission.modify],
  historyGuard: defaultHistoryGuard,
} as const

const reviewerQueue = {
  id: 'reviewer_queue',
  title: 'Pending review',
  states: ['pending'],
  guard: { permissions: [permission.review] },
} as const

const submit = transition('submit', 'Submit for publication', 'pending', 'requestReview')

/** The default workflow for content, with the states private, pending review and published. */
export const simplePublicationWorkflow = defineWorkflow({
  ...common,
  id: 'simple_publication_workflow',
  worklists: [reviewerQueue],
  title: 'Simple Publication Workflow',
  initialState: 'private',
  states: [
    state('pending', 'Pending review', ['publish', 'reject', 'retract'], access([...readers, 'Reviewer'], reviewers)),
    state('private', 'Private', ['publish', 'submit'], access(readers, editors)),
    state('published', 'Published', ['reject', 'retract'], access(everybody, editors)),
  ],
  transitions: [
    transition('publish', 'Publish', 'published', 'review'),
    transition('reject', 'Send back', 'private', 'review'),
    transition('retract', 'Retract', 'private', 'requestReview'),
    submit,
  ],
})

const folderWorkflow = defineWorkflow({
  ...common,
  id: 'folder_workflow',
  title: 'Community Workflow for Folders',
  initialState: 'visible',
  states: [
    state('private', 'Private', ['publish', 'show'], access(readers, editors)),
    state('published', 'Published', ['hide', 'retract'], access(everybody, editors)),
    state('visible', 'Public draft', ['hide', 'publish'], access(everybody, editors)),
  ],
  transitions: [
    transition('hide', 'Make private', 'private', 'modify'),
    transition('publish', 'Publish', 'published', 'modify'),
    transition('retract', 'Retract', 'visible', 'modify'),
    transition('show', 'Promote to Draft', 'visible', 'modify'),
  ],
})

const intranetFolderWorkflow = defineWorkflow({
  ...common,
  id: 'intranet_folder_workflow',
  title: 'Intranet Workflow for Folders',
  initialState: 'internal',
  states: [
    state('internal', 'Internal draft', ['hide'], access(members, editors)),
    state('private', 'Private', ['show_internally'], access(readers, editors)),
  ],
  transitions: [
    transition('hide', 'Make private', 'private', 'modify'),
    transition('show_internally', 'Show internally', 'internal', 'modify'),
  ],
})

const intranetWorkflow = defineWorkflow({
  ...common,
  id: 'intranet_workflow',
  worklists: [reviewerQueue],
  title: 'Intranet/Extranet Workflow',
  initialState: 'internal',
  states: [
    state('internal', 'Internal draft', ['hide', 'publish_internally', 'submit'], access(members, editors)),
    state(
      'internally_published',
      'Internally published',
      ['publish_externally', 'reject', 'retract'],
      access(members, administrators),
    ),
    state(
      'pending',
      'Pending review',
      ['publish_externally', 'publish_internally', 'reject', 'retract'],
      access([...members, 'Reviewer'], reviewers),
    ),
    state('private', 'Private', ['show_internally'], access(readers, editors)),
    state('external', 'Externally visible', ['retract'], access(everybody, administrators)),
  ],
  transitions: [
    transition('hide', 'Make private', 'private', 'modify'),
    transition('publish_externally', 'Publish externally', 'external', 'review'),
    transition('publish_internally', 'Publish internally', 'internally_published', 'review'),
    transition('reject', 'Send back', 'internal', 'review'),
    transition('retract', 'Retract', 'internal', 'requestReview'),
    transition('show_internally', 'Show internally', 'internal', 'modify'),
    submit,
  ],
})

const oneStateWorkflow = defineWorkflow({
  ...common,
  id: 'one_state_workflow',
  title: 'Single State Workflow',
  initialState: 'published',
  states: [state('published', 'Published', [], access(everybody, editors))],
  transitions: [],
})

const communityWorkflow = defineWorkflow({
  ...common,
  id: 'plone_workflow',
  worklists: [reviewerQueue],
  title: 'Community Workflow',
  initialState: 'visible',
  states: [
    state('pending', 'Pending review', ['hide', 'publish', 'reject', 'retract'], access(everybody, reviewers)),
    state('private', 'Private', ['show'], access(readers, editors)),
    state('published', 'Published', ['reject', 'retract'], access(everybody, administrators)),
    state('visible', 'Public draft', ['hide', 'publish', 'submit'], access(everybody, editors)),
  ],
  transitions: [
    transition('hide', 'Make private', 'private', 'modify'),
    transition('publish', 'Publish', 'published', 'review'),
    transition('reject', 'Send back', 'visible', 'review'),
    transition('retract', 'Retract', 'visible', 'requestReview'),
    transition('show', 'Promote to Draft', 'visible', 'modify'),
    submit,
  ],
})

/**
 * Plone's workflows, in the order in which the vocabulary lists them (docs/workflow-and-history.md, Shipped workflows).
 */
export const stockWorkflows = [
  folderWorkflow,
  intranetFolderWorkflow,
  intranetWorkflow,
  oneStateWorkflow,
  communityWorkflow,
  simplePublicationWorkflow,
] as const satisfies readonly WorkflowDefinition[]
