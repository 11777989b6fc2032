import type { BatchLinks } from './batches.js'
import type { Summary } from './summary.js'

/** A workflow state; `title` is in the language of the request. */
export type StateName = {
  readonly id: string
  readonly title: string
}

/** A transition that the caller can run now. */
export type TransitionLink = {
  /** The URL to which a POST runs the transition. Its last segment is the id of the transition. */
  readonly '@id': string
  readonly title: string
}

/**
 * An entry in the history of a workflow. The entry also contains the id of the new state, under the name of the
 * workflow's state variable (`review_state` in the shipped workflows), and the workflow's own variables
 * (docs/workflow-and-history.md, Records and variables).
 */
export type TransitionRecord = {
  /** The id of the transition; null for the creation of the object. */
  readonly action: string | null
  /** The user id; empty for a visitor. */
  readonly actor: string
  readonly comments: string
  /** The time as ISO 8601 in UTC. */
  readonly time: string
  /**
   * The id of the user who planned the transition; null if the workflow itself timed the transition. Absent for
   * transitions that ran on request.
   */
  readonly planned_by?: string | null
}

/** A record of the primary workflow, including the title of the state in the language of the request. */
export type TitledRecord = TransitionRecord & { readonly title: string }

/**
 * `POST {path}/@workflow/{transition}`: the last record of the primary workflow (docs/workflow-and-history.md, Moves).
 * It contains the id of the current state under the name of that workflow's state variable.
 */
export type TransitionPayload = TitledRecord & {
  /** If there is no record, the state in the primary workflow; empty if there is no primary workflow. */
  readonly review_state?: string
}

/** A workflow of a participating object. */
export type ChainEntry = {
  readonly workflow_id: string
  /** The label that the contributing behavior defines or, without a label, the title of the workflow. */
  readonly title: string
  /** The key under which records contain the state id. */
  readonly state_variable: string
  readonly state: StateName
  /**
   * The transitions that belong to this workflow: no earlier workflow in the chain defines a transition with the same
   * id.
   */
  readonly transitions: readonly TransitionLink[]
  /** The records, oldest first; empty if the workflow records no history or its history guard rejects the caller. */
  readonly history: readonly TransitionRecord[]
}

/** `GET {path}/@workflow` (docs/workflow-and-history.md, Workflow payload). */
export type WorkflowPayload = {
  /** The URL of the endpoint. */
  readonly '@id': string
  /** The records of the primary workflow, oldest first. */
  readonly history: readonly TitledRecord[]
  /**
   * The state in the primary workflow; both strings are empty if there is no primary workflow. Absent for the site
   * root.
   */
  readonly state?: StateName
  readonly transitions: readonly TransitionLink[]
  /**
   * The workflows of the object in chain order, the primary workflow first. Absent if no behavior contributes a
   * workflow.
   */
  readonly chain?: readonly ChainEntry[]
}

/**
 * A reason why the caller cannot run a transition now, and the states, permissions, roles or groups that would allow it
 * (docs/workflow-and-history.md, Blockers). `message` is in the language of the request.
 */
export type ExplainedBlocker = { readonly message: string } & (
  | { readonly code: 'state' /** The ids of the source states. */; readonly states: readonly string[] }
  | { readonly code: 'permission'; readonly permissions: readonly string[] }
  | { readonly code: 'role'; readonly roles: readonly string[] }
  | { readonly code: 'group'; readonly groups: readonly string[] }
  | { readonly code: 'expression'; readonly expression: string }
  /** Another workflow in the chain defines a transition with this id, and that transition runs first. */
  | { readonly code: 'conflict'; readonly other_workflow: string }
)

/** A blocker of a refused request, and the workflow that defines the transition. */
export type RefusalBlocker = ExplainedBlocker & { readonly workflow: string }

/** The objects in a worklist on which the caller can run a transition. */
export type PendingWorklist = {
  /** The URL of only this list. */
  readonly '@id': string
  readonly workflow: string
  readonly id: string
  readonly title: string
  /** Whether the number of waiting objects is greater than `items_total`, which is at most 1,000. */
  readonly more: boolean
  /** The objects, least recently modified first. */
  readonly items: readonly Summary[]
  readonly items_total: number
  readonly batching?: BatchLinks
}

/** `GET {path}/@worklists`: the caller's worklists that are not empty (docs/workflow-and-history.md, Worklists). */
export type WorklistsPayload = {
  readonly '@id': string
  readonly items: readonly PendingWorklist[]
}

/** An object that a transition would change. */
export type PreviewedObject = {
  /** The URL of the object. */
  readonly '@id': string
  readonly title: string
  /** The states as `<workflow id>|<state id>`, one per workflow, in chain order. */
  readonly workflow_states: { readonly before: readonly string[]; readonly after: readonly string[] }
  /** The records that the transition would add, in write order. */
  readonly records: readonly (TransitionRecord & { readonly workflow: string })[]
  /** The permissions whose roles would change. Null means that the roles are inherited from the container. */
  readonly permissions: Readonly<Record<string, { readonly before: RolesInState; readonly after: RolesInState }>>
  /** Whether the votes of the poll would be deleted. */
  readonly deletes_votes: boolean
}

type RolesInState = readonly string[] | null

/** A reason why a transition of an object and of everything below it would be refused. */
export type PreviewedRefusal = {
  /** The URL of the object; null if the caller may not view it. */
  readonly '@id': string | null
  readonly message: string
  /** The blockers of the transition. Absent if the caller may not see them, or if a veto or a date is the reason. */
  readonly blockers?: readonly RefusalBlocker[]
}

/** `POST {path}/@workflow/{transition}?dry_run=1` (docs/workflow-and-history.md, Dry run). */
export type TransitionPreview = {
  /** The URL of the transition. */
  readonly '@id': string
  /** Whether the same request without `dry_run` would succeed now. */
  readonly would_succeed: boolean
  /** The objects that would change: at most 1,000, containers first, excluding objects that the caller may not view. */
  readonly objects: readonly PreviewedObject[]
  /** The number of all objects that would change. */
  readonly objects_total: number
  /** The refusals, at most 1,000. */
  readonly refusals: readonly PreviewedRefusal[]
  readonly refusals_total: number
}

/** `POST {path}/@workflow/{transition}` with `at` (docs/workflow-and-history.md, Timed transitions). */
export type PlannedTransition = {
  /** The id of the plan. */
  readonly id: string
  readonly transition: string
  /** The time as ISO 8601 in UTC. */
  readonly at: string
  /** The id of the user who planned the transition. */
  readonly planned_by: string
}

/** A transition that will run at a later time, or that was refused at its time. */
export type ListedPlan = {
  /** The URL to which a DELETE request cancels the plan. */
  readonly '@id': string
  readonly id: string
  readonly workflow: string
  readonly workflow_title: string
  readonly transition: string
  /** The title of the transition. */
  readonly title: string
  /** The time as ISO 8601 in UTC. */
  readonly at: string
  /** The id of the user who planned the transition; null if the workflow itself times the transition. */
  readonly planned_by: string | null
  readonly comment: string
  /** Whether the caller may cancel the plan, or remove the refusal of a transition that the workflow times. */
  readonly can_cancel: boolean
  /** The time and the reasons of the refusal; null for a transition that has not been attempted yet. */
  readonly refused: { readonly time: string; readonly message: string } | null
}

/** `GET {path}/@workflow-plans` (docs/workflow-and-history.md, Timed transitions). */
export type WorkflowPlansPayload = {
  readonly '@id': string
  /** Whether all planned and timed transitions of the site are paused, for example after a restore. */
  readonly paused: boolean
  /** The transitions, the earliest first. */
  readonly items: readonly ListedPlan[]
}

/** A transition in a workflow definition, for one object and caller. */
export type DefinedTransition = {
  readonly id: string
  readonly title: string
  /** The ids of the states from which the transition leads. */
  readonly from: readonly string[]
  /** The id of the target state. */
  readonly to: string
  readonly is_automatic: boolean
  /** The number of days that an object spends in the state before an automatic transition runs. */
  readonly after_days?: number
  /** The date field that contains the time of an automatic transition. */
  readonly at_field?: string
  /** The names of the fields that the transition sets to the values in the request. */
  readonly sets?: readonly string[]
  /** Whether the caller can run the transition now. */
  readonly is_available: boolean
  /**
   * The blockers; empty if the caller can run the transition. A `conflict` alone does not make the transition
   * unavailable.
   */
  readonly blockers: readonly ExplainedBlocker[]
}

/** A workflow of an object, including all states and transitions of the workflow. */
export type DefinedWorkflow = {
  readonly id: string
  readonly title: string
  readonly initial_state: string
  /** The id of the current state of the object. */
  readonly state: string
  readonly states: readonly StateName[]
  readonly transitions: readonly DefinedTransition[]
}

/** `GET {path}/@workflow-definitions` (docs/workflow-and-history.md, Definitions of an object). */
export type WorkflowDefinitionsPayload = {
  readonly '@id': string
  /** The workflows of the object in chain order; empty for the site root. */
  readonly items: readonly DefinedWorkflow[]
}
