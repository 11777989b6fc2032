import type { ContentNode, VariableValue, VariableValues } from '../content/node/node.js'
import type { Caller } from '../security/caller.js'
import type { PermissionMap } from '../security/permissions.js'

/** Who may do something. The parts that are there must all hold; a part holds when one of its names does. */
export interface Guard {
  readonly permissions?: readonly string[]
  readonly roles?: readonly string[]
  readonly groups?: readonly string[]
  /** Name of a function that the embedder has registered (docs/workflow-and-history.md, Guards, rule 3). */
  readonly expression?: string
}

/** What an expression may look at. */
export interface ExpressionContext {
  readonly object: ContentNode
  readonly container: ContentNode | null
  readonly caller: Caller
  /** States of the object by workflow id, of the workflows that it has been in. */
  readonly states: Readonly<Record<string, string>>
  /** Values of variables by workflow id, as the last record of each has them. */
  readonly variables: Readonly<Record<string, VariableValues>>
  /** What the caller says of the move; empty while transitions are listed. */
  readonly comments: string
}

/** Pure: the same context has the same answer. A guard holds when it is true and nothing else. */
export type Expression = (context: ExpressionContext) => VariableValue

/**
 * A value that records carry beside action, actor, comments, time and state (docs/workflow-and-history.md, Records and
 * variables).
 */
export interface WorkflowVariable {
  readonly id: string
  /** What a record has when neither the state that was entered nor the transition says anything. */
  readonly default: VariableValue
  /** True: the value of the record before goes on in place of the default. */
  readonly isKept?: boolean
}

/** Objects that wait for somebody: those in certain states, shown to whom the guard lets through. */
export interface Worklist {
  readonly id: string
  readonly title: string
  readonly states: readonly string[]
  readonly guard?: Guard
}

export interface Transition {
  readonly id: string
  /** The text of the button that starts it. */
  readonly title: string
  readonly to: string
  /**
   * `automatic`: runs by itself as soon as a state that it leaves is entered and the guard passes. By people when left
   * out.
   */
  readonly trigger?: 'user' | 'automatic'
  readonly guard?: Guard
  /** Values that its record carries: given, or what an expression answers. Those of the state entered go before. */
  readonly variables?: Readonly<Record<string, VariableValue | { readonly expression: string }>>
}

export interface WorkflowState {
  readonly id: string
  readonly title: string
  /** Ids of the transitions that leave it. */
  readonly transitions: readonly string[]
  /** Roles of the permissions that the workflow manages; one that is not named here is inherited. */
  readonly permissions: PermissionMap
  /** Values that records carry which enter it. */
  readonly variables?: VariableValues
}

/**
 * A workflow as plain data (docs/workflow-and-history.md, Definitions). Titles are messages: ids in the catalogs of
 * languages.
 */
export interface WorkflowDefinition {
  readonly id: string
  readonly title: string
  /** The name under which records carry the state: `review_state` for a primary workflow. */
  readonly stateVariable: string
  readonly initialState: string
  readonly managedPermissions: readonly string[]
  readonly states: readonly WorkflowState[]
  readonly transitions: readonly Transition[]
  /** Who may see what it recorded. */
  readonly historyGuard: Guard
  /** False: moves leave no record, only the state. */
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
