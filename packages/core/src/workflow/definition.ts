import type { ContentNode } from '../content/node.js'
import type { Caller } from '../security/caller.js'
import type { PermissionMap } from '../security/permissions.js'

/** Who may do something. The parts that are there must all hold; a part holds when one of its names does. */
export interface Guard {
  readonly permissions?: readonly string[]
  readonly roles?: readonly string[]
  readonly groups?: readonly string[]
  /** Name of a function that the embedder has registered (decisions, section 2). */
  readonly expression?: string
}

/** What an expression may look at: the object and what contains it, who asks, and the states of the object by workflow id. */
export interface GuardContext {
  readonly object: ContentNode
  readonly container: ContentNode | null
  readonly caller: Caller
  readonly states: Readonly<Record<string, string>>
}

/** Pure: the same context has the same answer. */
export type GuardExpression = (context: GuardContext) => boolean

export interface Transition {
  readonly id: string
  /** The text of the button that starts it. */
  readonly title: string
  readonly to: string
  /** `automatic`: runs by itself as soon as a state that it leaves is entered and the guard passes. By people when left out. */
  readonly trigger?: 'user' | 'automatic'
  readonly guard?: Guard
}

export interface WorkflowState {
  readonly id: string
  readonly title: string
  /** Ids of the transitions that leave it. */
  readonly transitions: readonly string[]
  /** Roles of the permissions that the workflow manages; one that is not named here is inherited. */
  readonly permissions: PermissionMap
}

/** A workflow as plain data (workflow sheet, sections 2.3 and 11). */
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
}

export function stateOf(definition: WorkflowDefinition, id: string): WorkflowState | undefined {
  return definition.states.find(state => state.id === id)
}

export function transitionOf(definition: WorkflowDefinition, id: string): Transition | undefined {
  return definition.transitions.find(transition => transition.id === id)
}
