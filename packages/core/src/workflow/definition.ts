import type { ContentNode, VariableValue, VariableValues } from '../content/node/node.js'
import type { Caller } from '../security/caller.js'
import type { PermissionMap } from '../security/permissions.js'

/** A condition for the caller. All parts that are set must be met; a part is met when one of its names matches. */
export interface Guard {
  readonly permissions?: readonly string[]
  readonly roles?: readonly string[]
  readonly groups?: readonly string[]
  /** Name of a function that the embedder has registered (docs/workflow-and-history.md, Guards, rule 3). */
  readonly expression?: string
}

/** The data that an expression can use. */
export interface ExpressionContext {
  readonly object: ContentNode
  readonly container: ContentNode | null
  readonly caller: Caller
  /** The states of the object by workflow id; only of workflows that it has entered. */
  readonly states: Readonly<Record<string, string>>
  /** The current values of workflow variables, by workflow id. */
  readonly variables: Readonly<Record<string, VariableValues>>
  /** The comment of the caller on the transition; empty while transitions are listed. */
  readonly comments: string
}

/** A pure function: equal contexts give equal results. A guard is met only when the result is exactly `true`. */
export type Expression = (context: ExpressionContext) => VariableValue

/**
 * An additional value in the records of a workflow, besides action, actor, comments, time and state
 * (docs/workflow-and-history.md, Records and variables).
 */
export interface WorkflowVariable {
  readonly id: string
  /** The value when neither the new state nor the transition sets one. */
  readonly default: VariableValue
  /** True: the value of the previous record is used in place of the default. */
  readonly isKept?: boolean
}

/** A list of the objects in certain states, for callers who pass the guard: "waits for review". */
export interface Worklist {
  readonly id: string
  readonly title: string
  readonly states: readonly string[]
  readonly guard?: Guard
}

/** A transition of a workflow. It can be run in the states that name its id; `to` is the id of the new state. */
export interface Transition {
  readonly id: string
  /** The text of its button. A transition with an empty title is not listed. */
  readonly title: string
  readonly to: string
  /**
   * `automatic`: runs without a request when an object enters a state that it leaves, and the guard passes. `user` is
   * the default.
   */
  readonly trigger?: 'user' | 'automatic'
  readonly guard?: Guard
  /** Variables that it sets: a value, or the name of an expression that computes it. The new state overrides them. */
  readonly variables?: Readonly<Record<string, VariableValue | { readonly expression: string }>>
}

/** A state of a workflow, with the permissions of objects in it. */
export interface WorkflowState {
  readonly id: string
  readonly title: string
  /** Ids of the transitions that leave it. */
  readonly transitions: readonly string[]
  /** The roles by permission in this state. A managed permission that is missing here comes from the container. */
  readonly permissions: PermissionMap
  /** Variables that are set when an object enters the state. */
  readonly variables?: VariableValues
}

/**
 * A workflow as plain data (docs/workflow-and-history.md, Definitions). Titles are English texts; catalogs of languages
 * translate them.
 */
export interface WorkflowDefinition {
  readonly id: string
  readonly title: string
  /** The key of the state in payloads of records: `review_state` for a primary workflow. */
  readonly stateVariable: string
  readonly initialState: string
  readonly managedPermissions: readonly string[]
  readonly states: readonly WorkflowState[]
  readonly transitions: readonly Transition[]
  /** Who may see its records. */
  readonly historyGuard: Guard
  /** False: transitions change the state, but write no records. */
  readonly recordsHistory?: boolean
  readonly variables?: readonly WorkflowVariable[]
  readonly worklists?: readonly Worklist[]
}

export function stateOf(definition: WorkflowDefinition, id: string): WorkflowState | undefined {
  return definition.states.find(state => state.id === id)
}

export function transitionOf(definition: WorkflowDefinition, id: string): Transition | undefined {
  return definition.transitions.find(transition => transition.id === id)
}
