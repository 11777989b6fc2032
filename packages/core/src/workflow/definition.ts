import type { ContentNode, VariableValue, VariableValues } from '../content/node/node.js'
import type { Caller } from '../security/caller.js'
import type { PermissionMap } from '../security/permissions.js'

/**
 * A condition on the caller. Every part that is present must match. A list matches if the caller has at least one of
 * its permissions, roles or groups.
 */
export interface Guard {
  readonly permissions?: readonly string[]
  readonly roles?: readonly string[]
  readonly groups?: readonly string[]
  /**
   * The name of a function that the embedding application has registered (docs/workflow-and-history.md, Guards, rule
   * 3).
   */
  readonly expression?: string
}

export interface ExpressionContext {
  readonly object: ContentNode
  readonly container: ContentNode | null
  readonly caller: Caller
  /** The states by workflow id. Only workflows that the object has entered are included. */
  readonly states: Readonly<Record<string, string>>
  /** The current values of workflow variables, by workflow id. */
  readonly variables: Readonly<Record<string, VariableValues>>
  /** The caller's comment on the transition. It is empty if transitions are only listed. */
  readonly comments: string
  /**
   * Whether the object is a slot with a conflict in the schedule of its event. The value is undefined if this is
   * unknown, which occurs only for new objects and in the guards of worklists and histories.
   */
  readonly hasConflicts?: boolean | undefined
}

/** A pure function of its context. A guard passes only if the function returns exactly `true`. */
export type Expression = (context: ExpressionContext) => VariableValue

/**
 * A value that workflow records contain in addition to action, actor, comments, time and state
 * (docs/workflow-and-history.md, Records and variables).
 */
export interface WorkflowVariable {
  readonly id: string
  /** The value that is used if neither the new state nor the transition sets a value. */
  readonly default: VariableValue
  /** Whether the value in the previous record takes precedence over the default. */
  readonly isKept?: boolean
}

/**
 * A list of the objects in certain states, for example of all objects that await review. It is shown to callers who
 * pass its guard.
 */
export interface Worklist<State extends string = string> {
  readonly id: string
  readonly title: string
  readonly states: readonly State[]
  readonly guard?: Guard
}

/** A transition of a workflow. It is available in the states that list its id. `to` is the id of the target state. */
export interface Transition<State extends string = string, Id extends string = string> {
  readonly id: Id
  /** The label of the button. Transitions with an empty title are not listed. */
  readonly title: string
  readonly to: State
  /**
   * Whether users run the transition (`user`, the default), or whether it runs without a request if its guard passes
   * (`automatic`). An automatic transition runs when an object enters a source state, or at a time (see `after` and
   * `at`).
   */
  readonly trigger?: 'user' | 'automatic'
  /**
   * The time in the source state after which this automatic transition runs. Without `after` and `at`, it runs when an
   * object enters the state.
   */
  readonly after?: { readonly days: number }
  /** The name of the date field that determines when this automatic transition runs. */
  readonly at?: string
  /**
   * For a transition with `after` or `at`: the user whose permissions are checked and who is recorded as the actor, or
   * the roles of an unnamed caller.
   */
  readonly as?: { readonly user: string } | { readonly roles: readonly string[] }
  readonly guard?: Guard
  /** The names of the integer fields that the transition sets from the request. Omitted fields become empty. */
  readonly sets?: readonly string[]
  /**
   * The names of the integer fields that the transition sets. A request must contain a value for each of them, so a
   * transition with required fields cannot be planned.
   */
  readonly requires?: readonly string[]
  /**
   * The values of variables, or the names of expressions that compute the values. The values of the target state take
   * precedence.
   */
  readonly variables?: Readonly<Record<string, VariableValue | { readonly expression: string }>>
}

/** A workflow state, and the permissions of objects in this state. */
export interface WorkflowState<Id extends string = string, Exit extends string = string> {
  readonly id: Id
  readonly title: string
  /** The ids of the transitions that leave this state. */
  readonly transitions: readonly Exit[]
  /**
   * For each managed permission, the roles that have the permission. Managed permissions that are not listed are
   * inherited from the container. Defaults to an empty map, so that all managed permissions are inherited.
   */
  readonly permissions?: PermissionMap
  /** The values of variables for objects that enter this state. */
  readonly variables?: VariableValues
}

/**
 * A workflow as plain data (docs/workflow-and-history.md, Definitions). Titles are in English, and catalogs translate
 * them. `defineWorkflow` infers the ids of the states and transitions as literal types.
 */
export interface WorkflowDefinition<State extends string = string, Action extends string = string> {
  readonly id: string
  readonly title: string
  /** The key that contains the state in record payloads: `review_state` for a primary workflow. */
  readonly stateVariable: string
  readonly initialState: State
  /**
   * The permissions that the states of the workflow determine. Defaults to an empty list, so that transitions change no
   * permissions.
   */
  readonly managedPermissions?: readonly string[]
  readonly states: readonly WorkflowState<State, Action>[]
  readonly transitions: readonly Transition<State, Action>[]
  /** The guard that users must pass to view the records of this workflow. */
  readonly historyGuard: Guard
  /** Whether transitions write records. Defaults to true. */
  readonly recordsHistory?: boolean
  readonly variables?: readonly WorkflowVariable[]
  readonly worklists?: readonly Worklist<State>[]
}

export const stateOf = (definition: WorkflowDefinition, id: string): WorkflowState | undefined =>
  definition.states.find(state => state.id === id)

export const transitionOf = (definition: WorkflowDefinition, id: string): Transition | undefined =>
  definition.transitions.find(transition => transition.id === id)
