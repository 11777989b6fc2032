import type { ContentNode, WorkflowRecord } from '../content/node.js'
import type { Instant } from '../foundation/instants.js'
import type { PermissionMap } from '../security/permissions.js'
import { currentState, currentStateOf } from './chain.js'
import { type Guard, stateOf, type Transition, transitionOf, type WorkflowDefinition } from './definition.js'

/** The permissions of an object when a workflow has come to a state: only those that it manages change. */
export function permissionsIn(definition: WorkflowDefinition, state: string, before: PermissionMap): PermissionMap {
  const others = Object.entries(before).filter(([name]) => !definition.managedPermissions.includes(name))
  return { ...Object.fromEntries(others), ...stateOf(definition, state)?.permissions }
}

export interface Author {
  readonly actor: string
  readonly comments: string
  readonly time: Instant
}

/** What creation does: every workflow of the chain, in order, records its initial state and applies its permissions. */
export function enterWorkflows(node: ContentNode, chain: readonly WorkflowDefinition[], author: Author): Moved {
  let entered = node
  const records: WorkflowRecord[] = []
  for (const definition of chain) {
    const state = definition.initialState
    entered = withState(entered, definition, state)
    records.push({ workflow: definition.id, action: null, state, ...author })
  }
  return { kind: 'moved', node: entered, records }
}

function withState(node: ContentNode, definition: WorkflowDefinition, state: string): ContentNode {
  return {
    ...node,
    states: { ...node.states, [definition.id]: state },
    permissions: permissionsIn(definition, state, node.permissions),
  }
}

export interface Moved {
  readonly kind: 'moved'
  readonly node: ContentNode
  readonly records: readonly WorkflowRecord[]
}

/** `denied`: the transition leads on from the state, but not for this caller. `unavailable`: it does not. */
export type MoveDecision = Moved | { readonly kind: 'already-there' | 'denied' | 'unavailable' }

export interface MoveRequest extends Author {
  readonly transition: string
  /** Whether the caller passes a guard on this object. */
  readonly passes: (guard: Guard) => boolean
}

function leadingOn(node: ContentNode, definition: WorkflowDefinition, id: string): Transition | undefined {
  return currentStateOf(node, definition)?.transitions.includes(id) ? transitionOf(definition, id) : undefined
}

/**
 * Runs a transition in the first workflow that is able to (specification 2.1, rule 2). A caller who would be allowed
 * to and finds the object in the target state already is told so; everyone else is refused (decisions, section 2).
 */
export function decideMove(
  node: ContentNode,
  chain: readonly WorkflowDefinition[],
  request: MoveRequest,
): MoveDecision {
  for (const definition of chain) {
    const transition = leadingOn(node, definition, request.transition)
    if (!transition || !request.passes(transition.guard ?? {})) continue
    const { actor, comments, time } = request
    const record = { workflow: definition.id, action: transition.id, state: transition.to, actor, comments, time }
    return { kind: 'moved', node: withState(node, definition, transition.to), records: [record] }
  }
  if (chain.some(definition => isThere(node, definition, request))) return { kind: 'already-there' }
  const isDenied = chain.some(definition => leadingOn(node, definition, request.transition))
  return { kind: isDenied ? 'denied' : 'unavailable' }
}

function isThere(node: ContentNode, definition: WorkflowDefinition, request: MoveRequest): boolean {
  const transition = transitionOf(definition, request.transition)
  return (
    transition !== undefined &&
    transition.to === currentState(node, definition) &&
    request.passes(transition.guard ?? {})
  )
}
