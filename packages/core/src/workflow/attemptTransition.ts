import type { ContentNode, WorkflowRecord } from '../content/node/node.js'
import { englishWorkflows } from '../foundation/englishWorkflows.js'
import type { Instant } from '../foundation/instants.js'
import { messagesFrom } from '../foundation/message.js'
import { DomainError } from '../foundation/messages.js'
import type { PermissionMap } from '../security/permissions.js'
import { currentState, currentStateOf, type Workflows } from './chain.js'
import type { StateId, TransitionId } from './defineWorkflow.js'
import { type Guard, stateOf, type Transition, transitionOf, type WorkflowDefinition } from './definition.js'
import { enteredIn, isTimed } from './timers.js'
import { type Evaluate, type Step, variablesAfter } from './variables.js'

const message = messagesFrom(englishWorkflows)

/**
 * An object of any kind, with its states in workflows. Transitions change only these fields, and preserve all other
 * fields. `permissions` is set only if the object has this field. `variables`, `entered` and `plans` are set only in
 * workflows with variables or timed transitions.
 */
export type Stated = Pick<ContentNode, 'states' | 'variables' | 'entered' | 'plans'> &
  Partial<Pick<ContentNode, 'permissions'>>

/**
 * Returns the permissions of an object in a new state. Permissions that the workflow does not manage remain unchanged.
 */
export function permissionsIn(definition: WorkflowDefinition, state: string, before: PermissionMap): PermissionMap {
  const unmanaged = Object.entries(before).filter(([name]) => !definition.managedPermissions?.includes(name))
  return { ...Object.fromEntries(unmanaged), ...stateOf(definition, state)?.permissions }
}

/**
 * The caller of a transition, and functions that check guards and evaluate expressions. The functions receive the
 * object in its current state, which changes if the transition triggers automatic transitions.
 */
export interface TransitionContext<N extends Stated = ContentNode> {
  readonly actor: string
  readonly comments: string
  readonly time: Instant
  checkGuard(guard: Guard, node: N): boolean
  readonly evaluate: Evaluate<N>
}

/**
 * Puts a new object into the initial states of its workflows, in chain order. Sets the permissions, creates the records
 * and runs automatic transitions. Throws a DomainError `workflow-refused` if automatic transitions form a loop.
 */
export function startWorkflows<N extends Stated, D extends WorkflowDefinition = WorkflowDefinition>(
  node: N,
  chain: readonly D[],
  context: TransitionContext<N>,
): TransitionOutcome<N, D>
export function startWorkflows<N extends Stated>(
  node: N,
  chain: readonly WorkflowDefinition[],
  context: TransitionContext<N>,
): TransitionOutcome<N> {
  const start: TransitionOutcome<N> = { kind: 'moved', node, records: [] }
  return chain.reduce((outcome, definition) => {
    const step = { definition, action: null, state: definition.initialState }
    return runAutomatic(takeStep(outcome, step, context), definition, context)
  }, start)
}

/** The record of a transition, with the ids that the workflow definition declares. */
type RecordIn<D extends WorkflowDefinition> = Omit<WorkflowRecord, 'action' | 'state'> & {
  readonly action: TransitionId<D> | null
  readonly state: StateId<D>
}

/** The result of a successful transition or of `startWorkflows`: the changed object and the new records. */
export interface TransitionOutcome<N extends Stated = ContentNode, D extends WorkflowDefinition = WorkflowDefinition> {
  readonly kind: 'moved'
  readonly node: N
  /**
   * One record per transition, in order. Only records of workflows with a history are stored (see `recordsToStore`).
   */
  readonly records: readonly RecordIn<D>[]
}

export function recordsToStore(
  records: readonly WorkflowRecord[],
  { definitions }: Pick<Workflows, 'definitions'>,
): readonly WorkflowRecord[] {
  return records.filter(({ workflow }) => definitions.get(workflow)?.recordsHistory !== false)
}

/**
 * The result of a requested transition. `already-there`: the object is already in the target state. `denied`: the
 * caller does not pass the guard. `unavailable`: the transition does not leave any current state.
 */
export type TransitionDecision<N extends Stated = ContentNode, D extends WorkflowDefinition = WorkflowDefinition> =
  | TransitionOutcome<N, D>
  | { readonly kind: 'already-there' | 'denied' | 'unavailable' }

function exitTransition(
  node: Pick<Stated, 'states'>,
  definition: WorkflowDefinition,
  { transition: id, isDue = false }: Pick<TransitionRequest, 'transition' | 'isDue'>,
): Transition | undefined {
  const transition = currentStateOf(node, definition)?.transitions.includes(id)
    ? transitionOf(definition, id)
    : undefined
  if (transition?.trigger === 'automatic') return isDue && isTimed(transition) ? transition : undefined
  return isDue ? undefined : transition
}

function takeStep<N extends Stated>(
  { node, records }: TransitionOutcome<N>,
  step: Step,
  context: TransitionContext<N>,
): TransitionOutcome<N> {
  const { definition, action, state } = step
  const { actor, comments, time } = context
  const values = variablesAfter(node, step, context.evaluate)
  const variables = values ? { variables: values } : {}
  const record = { workflow: definition.id, action: action?.id ?? null, state, actor, comments, time, ...variables }
  const next: N = {
    ...node,
    states: { ...node.states, [definition.id]: state },
    ...(node.permissions ? { permissions: permissionsIn(definition, state, node.permissions) } : {}),
    ...enteredIn(node, definition, time),
    ...(values ? { variables: { ...node.variables, [definition.id]: values } } : {}),
  }
  return { kind: 'moved', node: next, records: [...records, record] }
}

const stepBy = (action: Transition, definition: WorkflowDefinition): Step => ({ definition, action, state: action.to })

/** The maximum number of consecutive automatic transitions. A longer sequence is treated as a loop. */
const maxAutomatic = 20

/** Repeatedly runs the first automatic transition whose guard passes, until no guard passes. */
function runAutomatic<N extends Stated>(
  start: TransitionOutcome<N>,
  definition: WorkflowDefinition,
  context: TransitionContext<N>,
): TransitionOutcome<N> {
  let outcome = start
  for (let count = 0; count <= maxAutomatic; count++) {
    const exits = currentStateOf(outcome.node, definition)?.transitions ?? []
    const transition = exits
      .flatMap(id => transitionOf(definition, id) ?? [])
      .filter(one => one.trigger === 'automatic' && !isTimed(one))
      .find(({ guard }) => context.checkGuard(guard ?? {}, outcome.node))
    if (!transition) return outcome
    outcome = takeStep(outcome, stepBy(transition, definition), context)
  }
  throw new DomainError('workflow-refused', message('workflow.loop', { workflow: definition.id, most: maxAutomatic }))
}

/** A request for a transition. */
export interface TransitionRequest<N extends Stated = ContentNode, Action extends string = string> {
  readonly transition: Action
  /** Whether the transition runs because it is due, and not because a user requests it. */
  readonly isDue?: boolean
  readonly context: TransitionContext<N>
}

/**
 * Runs a transition in the first workflow of the chain that can run it, followed by automatic transitions. Returns a
 * new object of the same type, and does not mutate `node`. Returns `already-there` if the object is in the target state
 * and the caller passes the guard (docs/workflow-and-history.md, Transitions, rules 1 to 3). Throws a DomainError
 * `workflow-refused` if automatic transitions form a loop.
 *
 * @example
 * const decision = attemptTransition(node, chain, { transition: 'publish', context })
 * if (decision.kind === 'moved') await save(decision.node, decision.records)
 */
export function attemptTransition<N extends Stated, D extends WorkflowDefinition = WorkflowDefinition>(
  node: N,
  chain: readonly D[],
  request: TransitionRequest<N, TransitionId<D>>,
): TransitionDecision<N, D>
export function attemptTransition<N extends Stated>(
  node: N,
  chain: readonly WorkflowDefinition[],
  request: TransitionRequest<N>,
): TransitionDecision<N> {
  const { transition: id, context } = request
  for (const definition of chain) {
    const transition = exitTransition(node, definition, request)
    if (!transition || !context.checkGuard(transition.guard ?? {}, node)) continue
    const first = takeStep<N>({ kind: 'moved', node, records: [] }, stepBy(transition, definition), context)
    return runAutomatic(first, definition, context)
  }
  if (chain.some(definition => isInTargetState(node, transitionOf(definition, id), { definition, context })))
    return { kind: 'already-there' }
  const isDenied = chain.some(definition => exitTransition(node, definition, request))
  return { kind: isDenied ? 'denied' : 'unavailable' }
}

function isInTargetState<N extends Stated>(
  node: N,
  transition: Transition | undefined,
  { definition, context }: { definition: WorkflowDefinition; context: TransitionContext<N> },
): boolean {
  return (
    transition !== undefined &&
    transition.to === currentState(node, definition) &&
    context.checkGuard(transition.guard ?? {}, node)
  )
}
