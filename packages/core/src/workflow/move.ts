import type { ContentNode, WorkflowRecord } from '../content/node/node.js'
import { DomainError } from '../foundation/domainError.js'
import type { Instant } from '../foundation/instants.js'
import { message } from '../foundation/messages.js'
import type { PermissionMap } from '../security/permissions.js'
import { currentState, currentStateOf, type Workflows } from './chain.js'
import { type Guard, stateOf, type Transition, transitionOf, type WorkflowDefinition } from './definition.js'
import { type Evaluate, type Step, variablesAfter } from './variables.js'

/** The permissions of an object when a workflow has come to a state: only those that it manages change. */
export function permissionsIn(definition: WorkflowDefinition, state: string, before: PermissionMap): PermissionMap {
  const others = Object.entries(before).filter(([name]) => !definition.managedPermissions.includes(name))
  return { ...Object.fromEntries(others), ...stateOf(definition, state)?.permissions }
}

/** Who moves an object, and what may be asked while it moves, of the object as it is at that point. */
export interface MoveContext {
  readonly actor: string
  readonly comments: string
  readonly time: Instant
  passes(guard: Guard, node: ContentNode): boolean
  readonly evaluate: Evaluate
}

/**
 * What creation does: every workflow of the chain, in order, records its initial state and applies its permissions,
 * and automatic transitions run on from there.
 */
export function enterWorkflows(
  node: ContentNode,
  chain: readonly WorkflowDefinition[],
  context: MoveContext,
): MoveOutcome {
  return chain.reduce(
    (moved, definition) => {
      const step = { definition, action: null, state: definition.initialState }
      return runOn(takeStep(moved, step, context), definition, context)
    },
    { kind: 'moved', node, records: [] } as MoveOutcome,
  )
}

export interface MoveOutcome {
  readonly kind: 'moved'
  readonly node: ContentNode
  /**
   * One for each step, in their order; those of workflows that record no history are not written (see `recordsToStore`).
   */
  readonly records: readonly WorkflowRecord[]
}

/** The records that are written: all but those of workflows that record no history. */
export function recordsToStore(
  records: readonly WorkflowRecord[],
  { definitions }: Pick<Workflows, 'definitions'>,
): readonly WorkflowRecord[] {
  return records.filter(({ workflow }) => definitions.get(workflow)?.recordsHistory !== false)
}

/** `denied`: the transition leads on from the state, but not for this caller. `unavailable`: it does not. */
export type MoveDecision = MoveOutcome | { readonly kind: 'already-there' | 'denied' | 'unavailable' }

/** A transition for people that leaves the current state. */
function leadingOn(node: ContentNode, definition: WorkflowDefinition, id: string): Transition | undefined {
  const transition = currentStateOf(node, definition)?.transitions.includes(id)
    ? transitionOf(definition, id)
    : undefined
  return transition?.trigger === 'automatic' ? undefined : transition
}

function takeStep({ node, records }: MoveOutcome, step: Step, context: MoveContext): MoveOutcome {
  const { definition, action, state } = step
  const { actor, comments, time } = context
  const values = variablesAfter(node, step, context.evaluate)
  const variables = values ? { variables: values } : {}
  const record = { workflow: definition.id, action: action?.id ?? null, state, actor, comments, time, ...variables }
  const moved: ContentNode = {
    ...node,
    states: { ...node.states, [definition.id]: state },
    permissions: permissionsIn(definition, state, node.permissions),
    ...(values ? { variables: { ...node.variables, [definition.id]: values } } : {}),
  }
  return { kind: 'moved', node: moved, records: [...records, record] }
}

const stepBy = (action: Transition, definition: WorkflowDefinition): Step => ({ definition, action, state: action.to })

/** More than these in a row are a loop. */
const maxAutomatic = 20

/** Automatic transitions of the states that are entered, the first of each whose guard passes, until none is left. */
function runOn(from: MoveOutcome, definition: WorkflowDefinition, context: MoveContext): MoveOutcome {
  let moved = from
  for (let count = 0; count <= maxAutomatic; count++) {
    const exits = currentStateOf(moved.node, definition)?.transitions ?? []
    const transition = exits
      .flatMap(id => transitionOf(definition, id) ?? [])
      .find(({ trigger, guard }) => trigger === 'automatic' && context.passes(guard ?? {}, moved.node))
    if (!transition) return moved
    moved = takeStep(moved, stepBy(transition, definition), context)
  }
  throw new DomainError('workflow-refused', message('workflow.loop', { workflow: definition.id, most: maxAutomatic }))
}

export interface MoveRequest {
  readonly transition: string
  readonly context: MoveContext
}

/**
 * Runs a transition in the first workflow that is able to (docs/workflow-and-history.md, Moves, rule 1). A caller who
 * would be allowed to and finds the object in the target state already is told so; everyone else is refused
 * (docs/workflow-and-history.md, Moves, rules 2 and 3).
 */
export function decideMove(
  node: ContentNode,
  chain: readonly WorkflowDefinition[],
  { transition: id, context }: MoveRequest,
): MoveDecision {
  for (const definition of chain) {
    const transition = leadingOn(node, definition, id)
    if (!transition || !context.passes(transition.guard ?? {}, node)) continue
    const moved = takeStep({ kind: 'moved', node, records: [] }, stepBy(transition, definition), context)
    return runOn(moved, definition, context)
  }
  if (chain.some(definition => isThere(node, transitionOf(definition, id), { definition, context })))
    return { kind: 'already-there' }
  const isDenied = chain.some(definition => leadingOn(node, definition, id))
  return { kind: isDenied ? 'denied' : 'unavailable' }
}

function isThere(
  node: ContentNode,
  transition: Transition | undefined,
  { definition, context }: { definition: WorkflowDefinition; context: MoveContext },
): boolean {
  return (
    transition !== undefined &&
    transition.to === currentState(node, definition) &&
    context.passes(transition.guard ?? {}, node)
  )
}
