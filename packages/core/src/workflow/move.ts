import type { ContentNode, WorkflowRecord } from '../content/node.js'
import { DomainError } from '../foundation/domainError.js'
import type { Instant } from '../foundation/instants.js'
import { message } from '../foundation/messages.js'
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

/** Whether the caller passes a guard on an object as it is at that point of a move. */
export type PassesGuard = (guard: Guard, node: ContentNode) => boolean

/**
 * What creation does: every workflow of the chain, in order, records its initial state and applies its permissions,
 * and automatic transitions run on from there.
 */
export function enterWorkflows(
  node: ContentNode,
  chain: readonly WorkflowDefinition[],
  author: Author & { readonly passes: PassesGuard },
): Moved {
  const { actor, comments, time } = author
  let entered: Moved = { kind: 'moved', node, records: [] }
  for (const definition of chain) {
    const state = definition.initialState
    const record = { workflow: definition.id, action: null, state, actor, comments, time }
    const { node: begun, records } = entered
    entered = runOn(
      { kind: 'moved', node: withState(begun, definition, state), records: [...records, record] },
      definition,
      author,
    )
  }
  return entered
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
  readonly passes: PassesGuard
}

/** A transition for people that leaves the current state. */
function leadingOn(node: ContentNode, definition: WorkflowDefinition, id: string): Transition | undefined {
  const transition = currentStateOf(node, definition)?.transitions.includes(id)
    ? transitionOf(definition, id)
    : undefined
  return transition?.trigger === 'automatic' ? undefined : transition
}

function taken(
  { node, records }: Moved,
  definition: WorkflowDefinition,
  { id, to }: Transition,
  author: Author,
): Moved {
  const { actor, comments, time } = author
  const record = { workflow: definition.id, action: id, state: to, actor, comments, time }
  return { kind: 'moved', node: withState(node, definition, to), records: [...records, record] }
}

/** More than these in a row are a loop. */
const mostAutomatic = 20

/** Automatic transitions of the states that are entered, the first of each whose guard passes, until none is left. */
function runOn(from: Moved, definition: WorkflowDefinition, author: Author & { readonly passes: PassesGuard }): Moved {
  let moved = from
  for (let count = 0; count <= mostAutomatic; count++) {
    const exits = currentStateOf(moved.node, definition)?.transitions ?? []
    const automatic = exits
      .flatMap(id => transitionOf(definition, id) ?? [])
      .find(({ trigger, guard }) => trigger === 'automatic' && author.passes(guard ?? {}, moved.node))
    if (!automatic) return moved
    moved = taken(moved, definition, automatic, author)
  }
  throw new DomainError('workflow-refused', message('workflow.loop', { workflow: definition.id, most: mostAutomatic }))
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
    if (!transition || !request.passes(transition.guard ?? {}, node)) continue
    return runOn(taken({ kind: 'moved', node, records: [] }, definition, transition, request), definition, request)
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
    request.passes(transition.guard ?? {}, node)
  )
}
