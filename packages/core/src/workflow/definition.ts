import type { PermissionMap } from '../security/permissions.js'

/** Who may do something. The parts that are there must all hold; a part holds when one of its names does. */
export interface Guard {
  readonly permissions?: readonly string[]
  readonly roles?: readonly string[]
  readonly groups?: readonly string[]
}

export interface Transition {
  readonly id: string
  /** The text of the button that starts it. */
  readonly title: string
  readonly to: string
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
