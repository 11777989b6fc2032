import type { BatchLinks } from './batches.js'
import type { Summary } from './summary.js'

/** A workflow state. `title` is in the language of the request. */
export type StateName = {
  readonly id: string
  readonly title: string
}

/** A transition that the caller can run now. */
export type TransitionLink = {
  /** The POST URL that runs the transition. Its last segment is the id of the transition. */
  readonly '@id': string
  readonly title: string
}

/**
 * An entry in the history of a workflow. The entry also contains the workflow's own variables, and the id of the new
 * state under the name of the state variable (`review_state` in the shipped workflows) (docs/workflow-and-history.md,
 * Records and variables).
 */
export type TransitionRecord = {
  /** The id of the transition. Null for the record of the object's creation. */
  readonly action: string | null
  /** The user id. An empty string for a visitor. */
  readonly actor: string
  readonly comments: string
  /** The time in UTC (ISO 8601). */
  readonly time: string
  /**
   * The id of the user who planned the transition. Null if the workflow triggered the transition. Absent for
   * transitions that a user requested directly.
   */
  readonly planned_by?: string | null
}

/** A record of the primary workflow with the translated title of the state. */
export type TitledRecord = TransitionRecord & { readonly title: string }

/**
 * `POST {path}/@workflow/{transition}`: the last record of the primary workflow (docs/workflow-and-history.md,
 * Transitions), including the id of the current state under the name of the state variable.
 */
export type TransitionPayload = TitledRecord & {
  /** The state in the primary workflow. Present if the object has no record. Empty if there is no primary workflow. */
  readonly review_state?: string
}

/** A workflow of an object to which a behavior contributes workflows. */
export type ChainEntry = {
  readonly workflow_id: string
  /** The label from the behavior, or else the title of the workflow. */
  readonly title: string
  /** The key under which records contain the state id. */
  readonly state_variable: string
  readonly state: StateName
  /** The transitions of this workflow, excluding ids that an earlier workflow in the chain also defines. */
  readonly transitions: readonly TransitionLink[]
  /**
   * The records, oldest first. Empty if the workflow records no history or the caller does not pass its history guard.
   */
  readonly history: readonly TransitionRecord[]
}

/** `GET {path}/@workflow` (docs/workflow-and-history.md, Workflow payload). */
export type WorkflowPayload = {
  /** The URL of the endpoint. */
  readonly '@id': string
  /** The records of the primary workflow, oldest first. */
  readonly history: readonly TitledRecord[]
  /**
   * The state in the primary workflow. Both strings are empty if there is no primary workflow. Absent for the site
   * root.
   */
  readonly state?: StateName
  readonly transitions: readonly TransitionLink[]
  /**
   * The workflows in chain order, beginning with the primary workflow. Absent if no behavior contributes a workflow.
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
  /**
   * The kind of blocker for a transition whose id an earlier workflow in the chain also defines. The transition of that
   * workflow takes precedence.
   */
  | { readonly code: 'conflict'; readonly other_workflow: string }
)

/** A blocker of a refused request, and the workflow that defines the transition. */
export type RefusalBlocker = ExplainedBlocker & { readonly workflow: string }

/** The objects in a worklist for which the caller can run a transition. */
export type PendingWorklist = {
  /** The URL of this worklist. */
  readonly '@id': string
  readonly workflow: string
  readonly id: string
  readonly title: string
  /** Whether more than `items_total` objects are waiting. `items_total` is at most 1,000. */
  readonly more: boolean
  /** The objects, least recently modified first. */
  readonly items: readonly Summary[]
  readonly items_total: number
  readonly batching?: BatchLinks
}

/** `GET {path}/@worklists`: the caller's non-empty worklists (docs/workflow-and-history.md, Worklists). */
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
  /** The records that the transition would add, in order. */
  readonly records: readonly (TransitionRecord & { readonly workflow: string })[]
  /** The permissions whose roles would change. `null` means that the roles are inherited from the container. */
  readonly permissions: Readonly<Record<string, { readonly before: RolesInState; readonly after: RolesInState }>>
  /** Whether the votes of the poll would be deleted. */
  readonly deletes_votes: boolean
}

type RolesInState = readonly string[] | null

/** A reason why a transition of an object or one of its descendants would be refused. */
export type PreviewedRefusal = {
  /** The URL of the object. Null if the caller cannot view the object. */
  readonly '@id': string | null
  readonly message: string
  /** The blockers of the transition. Absent if the caller cannot view them, or if the reason is a veto or a date. */
  readonly blockers?: readonly RefusalBlocker[]
}

/** `POST {path}/@workflow/{transition}?dry_run=1` (docs/workflow-and-history.md, Dry run). */
export type TransitionPreview = {
  /** The URL of the transition. */
  readonly '@id': string
  /** Whether the same request without `dry_run` would succeed now. */
  readonly would_succeed: boolean
  /** The objects that would change, containers first. At most 1,000, excluding objects that the caller cannot view. */
  readonly objects: readonly PreviewedObject[]
  /** The number of all objects that would change. */
  readonly objects_total: number
  /** The refusals. At most 1,000. */
  readonly refusals: readonly PreviewedRefusal[]
  readonly refusals_total: number
}

/** The response to `POST {path}/@workflow/{transition}` with `at` (docs/workflow-and-history.md, Timed transitions). */
export type PlannedTransition = {
  /** The id of the plan. */
  readonly id: string
  readonly transition: string
  /** The time when the transition is due, in UTC (ISO 8601). */
  readonly at: string
  /** The id of the user who planned the transition. */
  readonly planned_by: string
}

/** A planned or timed transition, or one that was refused when it was due. */
export type ListedPlan = {
  /** The DELETE URL that cancels the plan. */
  readonly '@id': string
  readonly id: string
  readonly workflow: string
  readonly workflow_title: string
  readonly transition: string
  /** The title of the transition. */
  readonly title: string
  /** The time when the transition is due, in UTC (ISO 8601). */
  readonly at: string
  /** The id of the user who planned the transition. Null if the workflow times the transition. */
  readonly planned_by: string | null
  readonly comment: string
  /** Whether the caller can cancel the plan, or clear the refusal of a timed transition. */
  readonly can_cancel: boolean
  /** The time and the reasons of the refusal. Null if the transition has not been attempted. */
  readonly refused: { readonly time: string; readonly message: string } | null
}

/** `GET {path}/@workflow-plans` (docs/workflow-and-history.md, Timed transitions). */
export type WorkflowPlansPayload = {
  readonly '@id': string
  /** Whether all planned and timed transitions of the site are paused, for example after a restore. */
  readonly paused: boolean
  /** The transitions, earliest first. */
  readonly items: readonly ListedPlan[]
}

/** A transition in a workflow definition, for one object and caller. */
export type DefinedTransition = {
  readonly id: string
  readonly title: string
  /** The ids of the source states. */
  readonly from: readonly string[]
  /** The id of the target state. */
  readonly to: string
  readonly is_automatic: boolean
  /** The number of days in the source state after which the automatic transition runs. */
  readonly after_days?: number
  /** The date field that determines when the automatic transition runs. */
  readonly at_field?: string
  /** The names of the fields that the transition sets from the request. */
  readonly sets?: readonly string[]
  /** The names of the fields whose values the request must contain. */
  readonly requires?: readonly string[]
  /** Whether the caller can run the transition now. */
  readonly is_available: boolean
  /**
   * The blockers. The list is empty if the caller can run the transition without naming the workflow. A blocker of the
   * kind `conflict` alone does not block the transition.
   */
  readonly blockers: readonly ExplainedBlocker[]
}

/** A workflow of an object with all its states and transitions. */
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
  /** The workflows of the object in chain order. Empty for the site root. */
  readonly items: readonly DefinedWorkflow[]
}
