import type { BatchLinks } from './batches.js'
import type { Summary } from './summary.js'

/** A workflow state. `title` is in the language of the request. */
export type StateName = {
  readonly id: string
  readonly title: string
}

/** A transition that the caller can currently run. */
export type TransitionLink = {
  /** The URL at which a `POST` request runs the transition. Its last segment is the id of the transition. */
  readonly '@id': string
  readonly title: string
}

/**
 * An entry in the history of a workflow. The entry also contains the variables of the workflow, and the id of the new
 * state under the name of the state variable, which is `review_state` in the shipped workflows
 * (docs/workflow-and-history.md, Records and variables).
 */
export type TransitionRecord = {
  /** The id of the transition, or null in the record of the object's creation. */
  readonly action: string | null
  /** The id of the user who ran the transition, or an empty string for a visitor. */
  readonly actor: string
  readonly comments: string
  /** The time of the transition in UTC (ISO 8601). */
  readonly time: string
  /**
   * The id of the user who planned the transition, or null if the workflow triggered the transition. The key is omitted
   * for transitions that a user requested directly.
   */
  readonly planned_by?: string | null
}

/** A record of the primary workflow, including the translated title of the state. */
export type TitledRecord = TransitionRecord & { readonly title: string }

/**
 * The response to `POST {path}/@workflow/{transition}`: the last record of the primary workflow. The record contains
 * the id of the current state under the name of the state variable (docs/workflow-and-history.md, Transitions).
 */
export type TransitionPayload = TitledRecord & {
  /** The state of an object without workflow records, or an empty string if the object has no primary workflow. */
  readonly review_state?: string
}

/** One of the workflows of an object. Workflows are listed only if a behavior contributes workflows to the object. */
export type ChainEntry = {
  readonly workflow_id: string
  /** The label that the behavior specifies or, if it specifies none, the title of the workflow. */
  readonly title: string
  /** The key under which records contain the id of the state. */
  readonly state_variable: string
  readonly state: StateName
  /**
   * The transitions of this workflow, except for transitions whose ids an earlier workflow in the chain also defines.
   */
  readonly transitions: readonly TransitionLink[]
  /**
   * The records, oldest first. The list is empty if the workflow records no history or the caller does not pass its
   * history guard.
   */
  readonly history: readonly TransitionRecord[]
}

/** The response to `GET {path}/@workflow` (docs/workflow-and-history.md, Workflow payload). */
export type WorkflowPayload = {
  /** The URL of the `@workflow` endpoint of the object. */
  readonly '@id': string
  /** The records of the primary workflow, oldest first. */
  readonly history: readonly TitledRecord[]
  /**
   * The state in the primary workflow. Both strings are empty if there is no primary workflow. The key is omitted for
   * the site root.
   */
  readonly state?: StateName
  readonly transitions: readonly TransitionLink[]
  /**
   * The workflows in chain order, beginning with the primary workflow. The key is omitted if no behavior contributes a
   * workflow.
   */
  readonly chain?: readonly ChainEntry[]
}

/**
 * A reason why the caller cannot currently run a transition, and the states, permissions, roles or groups that would
 * allow it (docs/workflow-and-history.md, Blockers). `message` is in the language of the request.
 */
export type ExplainedBlocker = { readonly message: string } & (
  | { readonly code: 'state' /** The ids of the source states. */; readonly states: readonly string[] }
  | { readonly code: 'permission'; readonly permissions: readonly string[] }
  | { readonly code: 'role'; readonly roles: readonly string[] }
  | { readonly code: 'group'; readonly groups: readonly string[] }
  | { readonly code: 'expression'; readonly expression: string }
  /** An earlier workflow in the chain, which takes precedence, also defines a transition with this id. */
  | { readonly code: 'conflict'; readonly other_workflow: string }
)

/** A reason why a transition was refused, and the workflow that defines the transition. */
export type RefusalBlocker = ExplainedBlocker & { readonly workflow: string }

/** A worklist with the objects on which the caller can run a transition. */
export type PendingWorklist = {
  readonly '@id': string
  readonly workflow: string
  readonly id: string
  readonly title: string
  /** Whether more than `items_total` objects are waiting. `items_total` is at most 1,000. */
  readonly more: boolean
  /** The objects in the worklist, least recently modified first. */
  readonly items: readonly Summary[]
  readonly items_total: number
  readonly batching?: BatchLinks
}

/** The response to `GET {path}/@worklists`. Empty worklists are omitted (docs/workflow-and-history.md, Worklists). */
export type WorklistsPayload = {
  readonly '@id': string
  readonly items: readonly PendingWorklist[]
}

/** An object that a transition would change. */
export type PreviewedObject = {
  readonly '@id': string
  readonly title: string
  /** The states in the form `<workflow id>|<state id>`, one per workflow, in chain order. */
  readonly workflow_states: { readonly before: readonly string[]; readonly after: readonly string[] }
  /** The records that the transition would add, in order. */
  readonly records: readonly (TransitionRecord & { readonly workflow: string })[]
  /**
   * The permissions whose roles would change, with the roles before and after the transition. The roles are null if
   * they are inherited from the container.
   */
  readonly permissions: Readonly<Record<string, { readonly before: RolesInState; readonly after: RolesInState }>>
  readonly deletes_votes: boolean
}

type RolesInState = readonly string[] | null

/** A reason why a transition of an object or one of its descendants would be refused. */
export type PreviewedRefusal = {
  /** The URL of the object, or null if the caller cannot view the object. */
  readonly '@id': string | null
  readonly message: string
  /**
   * The blockers of the transition. The key is omitted if the caller cannot view them, or if the reason for the refusal
   * is a veto or a date.
   */
  readonly blockers?: readonly RefusalBlocker[]
}

/** The response to `POST {path}/@workflow/{transition}?dry_run=1` (docs/workflow-and-history.md, Dry run). */
export type TransitionPreview = {
  readonly '@id': string
  /** Whether the same request without `dry_run` would currently succeed. */
  readonly would_succeed: boolean
  /**
   * The first 1,000 objects that would change, except for objects that the caller cannot view. Containers precede their
   * items.
   */
  readonly objects: readonly PreviewedObject[]
  readonly objects_total: number
  /** The refusals, at most 1,000. */
  readonly refusals: readonly PreviewedRefusal[]
  readonly refusals_total: number
}

/** The response to `POST {path}/@workflow/{transition}` with `at` (docs/workflow-and-history.md, Timed transitions). */
export type PlannedTransition = {
  readonly id: string
  readonly transition: string
  /** The time when the transition is due, in UTC (ISO 8601). */
  readonly at: string
  readonly planned_by: string
}

/** A planned or timed transition, or a transition that was refused when it was due. */
export type ListedPlan = {
  /** The URL to which clients send a `DELETE` request to cancel the plan. */
  readonly '@id': string
  readonly id: string
  readonly workflow: string
  readonly workflow_title: string
  readonly transition: string
  /** The title of the transition. */
  readonly title: string
  /** The time when the transition is due, in UTC (ISO 8601). */
  readonly at: string
  /** The id of the user who planned the transition, or null if the workflow determines the time. */
  readonly planned_by: string | null
  readonly comment: string
  /** Whether the caller can cancel the plan, or clear the refusal of a timed transition. */
  readonly can_cancel: boolean
  /** The time and the reason of the refusal, or null if the transition has not been refused. */
  readonly refused: { readonly time: string; readonly message: string } | null
}

/** The response to `GET {path}/@workflow-plans` (docs/workflow-and-history.md, Timed transitions). */
export type WorkflowPlansPayload = {
  readonly '@id': string
  /** Whether all planned and timed transitions of the site are paused, for example after a backup has been restored. */
  readonly paused: boolean
  /** The transitions, earliest first. */
  readonly items: readonly ListedPlan[]
}

/** A transition in a workflow definition, for a particular object and caller. */
export type DefinedTransition = {
  readonly id: string
  readonly title: string
  /** The ids of the states from which the transition is possible. */
  readonly from: readonly string[]
  readonly to: string
  readonly is_automatic: boolean
  /** The number of days in the source state after which the automatic transition runs. */
  readonly after_days?: number
  /** The date field that determines when the automatic transition runs. */
  readonly at_field?: string
  /** The names of the fields that the transition sets to the values in the request. */
  readonly sets?: readonly string[]
  /** The names of the fields whose values the request must contain. */
  readonly requires?: readonly string[]
  /** Whether the caller can currently run the transition. */
  readonly is_available: boolean
  /**
   * The reasons why the caller cannot run the transition. The list is empty if the caller can run it without specifying
   * the workflow. If the only blocker is a `conflict`, the caller can run the transition by specifying the workflow.
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

/** The response to `GET {path}/@workflow-definitions` (docs/workflow-and-history.md, Definitions of an object). */
export type WorkflowDefinitionsPayload = {
  readonly '@id': string
  /** The workflows of the object in chain order. The list is empty for the site root. */
  readonly items: readonly DefinedWorkflow[]
}
