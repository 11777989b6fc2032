import type { ContentNode, VariableValue, VariableValues } from '../content/node/node.js'
import type { Caller } from '../security/caller.js'
import type { PermissionMap } from '../security/permissions.js'

/**
 * A condition that the caller must meet. Every part that is present must match; a part matches if one of its names
 * matches.
 */
export interface Guard {
  readonly permissions?: readonly string[]
  readonly roles?: readonly string[]
  readonly groups?: readonly string[]
  /** The name of a function that the embedder has registered (docs/workflow-and-history.md, Guards, rule 3). */
  readonly expression?: string
}

/** The data available to an expression. */
export interface ExpressionContext {
  readonly object: ContentNode
  readonly container: ContentNode | null
  readonly caller: Caller
  /** The states of the object by workflow id, only for workflows that the object has entered. */
  readonly states: Readonly<Record<string, string>>
  /** The current values of workflow variables, by workflow id. */
  readonly variables: Readonly<Record<string, VariableValues>>
  /** The caller's comment on the transition; empty when transitions are only listed. */
  readonly comments: string
  /**
   * Whether the object is a slot with a conflict in the programme of its event; undefined if this has not been
   * determined, which is only the case for new objects and in the guards of worklists and histories.
   */
  readonly hasConflicts?: boolean | undefined
}

/** A pure function: equal contexts yield equal results. A guard passes only if the result is exactly `true`. */
export type Expression = (context: ExpressionContext) => VariableValue

/**
 * A value that records of a workflow contain in addition to action, actor, comments, time and state
 * (docs/workflow-and-history.md, Records and variables).
 */
export interface WorkflowVariable {
  readonly id: string
  /** The value that is used if neither the new state nor the transition sets one. */
  readonly default: VariableValue
  /** Whether the value of the previous record is used instead of the default. */
  readonly isKept?: boolean
}

/** A list of the objects in certain states, such as objects pending review, for callers who pass the guard. */
export interface Worklist {
  readonly id: string
  readonly title: string
  readonly states: readonly string[]
  readonly guard?: Guard
}

/**
 * A transition of a workflow. The transition is available in states that list its id; `to` is the id of the new state.
 */
export interface Transition {
  readonly id: string
  /** The label of the button that runs the transition. Transitions with an empty title are not listed. */
  readonly title: string
  readonly to: string
  /**
   * `automatic`: if the guard passes, the transition runs without a request when an object enters a state from which it
   * leads, or at a specified time (see `after` and `at`). The default is `user`.
   */
  readonly trigger?: 'user' | 'automatic'
  /**
   * The time that an object spends in the state before this automatic transition runs. Without `after` and `at`, the
   * transition runs when an object enters the state.
   */
  readonly after?: { readonly days: number }
  /** The name of the date field of the object that contains the time at which this automatic transition runs. */
  readonly at?: string
  /** The user as whom a transition with `after` or `at` runs, or the roles of an unnamed caller. */
  readonly as?: { readonly user: string } | { readonly roles: readonly string[] }
  readonly guard?: Guard
  /**
   * The names of the integer fields of the object that the transition sets, to the values in the request. A field that
   * the request omits becomes empty.
   */
  readonly sets?: readonly string[]
  /**
   * The values of variables, or the names of expressions that compute the values. The new state overrides these values.
   */
  readonly variables?: Readonly<Record<string, VariableValue | { readonly expression: string }>>
}

/** A state of a workflow, including the permissions of objects in this state. */
export interface WorkflowState {
  readonly id: string
  readonly title: string
  /** The ids of the transitions that leave this state. */
  readonly transitions: readonly string[]
  /**
   * The roles by permission in this state. A managed permission that is missing here is inherited from the container.
   */
  readonly permissions: PermissionMap
  /** The values of variables for objects that enter the state. */
  readonly variables?: VariableValues
}

/**
 * A workflow as plain data (docs/workflow-and-history.md, Definitions). Titles are in English; translation catalogs
 * translate them.
 */
export interface WorkflowDefinition {
  readonly id: string
  readonly title: string
  /** The key under which payloads of records contain the state: `review_state` for a primary workflow. */
  readonly stateVariable: string
  readonly initialState: string
  readonly managedPermissions: readonly string[]
  readonly states: readonly WorkflowState[]
  readonly transitions: readonly Transition[]
  /** The guard for access to the records of the workflow. */
  readonly historyGuard: Guard
  /** Whether transitions write records; true by default. */
  readonly recordsHistory?: boolean
  readonly variables?: readonly WorkflowVariable[]
  readonly worklists?: readonly Worklist[]
}

export const stateOf = (definition: WorkflowDefinition, id: string): WorkflowState | undefined =>
  definition.states.find(state => state.id === id)

export const transitionOf = (definition: WorkflowDefinition, id: string): Transition | undefined =>
  definition.transitions.find(transition => transition.id === id)
