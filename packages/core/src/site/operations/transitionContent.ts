import type { TransitionPayload } from '../../answers/workflow.js'
import { type Lineage, objectOf, type WorkflowRecord, withObject } from '../../content/node/node.js'
import { formatInstant } from '../../foundation/instants.js'
import type { JsonObject } from '../../foundation/json.js'
import { badRequest, DomainError, message } from '../../foundation/messages.js'
import { permission } from '../../security/permissions.js'
import { currentState, primaryOf } from '../../workflow/chain.js'
import { stateOf, type WorkflowDefinition } from '../../workflow/definition.js'
import { presentRecord } from '../../workflow/presentWorkflow.js'
import { shortestPath } from '../../workflow/shortestPath.js'
import type { Operation } from '../run/operation.js'
import type { RequestContext } from '../run/requestContext.js'
import {
  attemptTransitionAt,
  chainIn,
  type RequestedTransition,
  readTransitionDates,
  type TransitionWithEffects,
} from '../transition/attemptTransitionAt.js'
import { blockersOfRefusal } from '../transition/blockers.js'
import { judgeConflicts, verdictExpectations } from '../transition/judgeConflicts.js'
import { transitionSubtree } from '../transition/transitionSubtree.js'
import { updateOf } from '../write/changes.js'

export interface TransitionContentInput {
  readonly transition: string | null
  /**
   * The id of the only workflow in which the transition may run. It is needed if several workflows define a transition
   * with the same id.
   */
  readonly workflow?: string
  /**
   * The target state in the primary workflow, instead of a transition id. The transitions on the shortest path to this
   * state are run.
   */
  readonly toState?: string
  /**
   * The request body with the keys `comment`, `include_children`, `effective`, `expires`, and the fields that the
   * transition sets. Other keys are ignored.
   */
  readonly body: JsonObject
}

const maxCommentLength = 10_000

/**
 * `POST {path}/@workflow/{transition}` runs a transition (docs/workflow-and-history.md, Transitions). Guards determine
 * whether the caller may run it.
 */
export const transitionContent: Operation<TransitionContentInput, TransitionPayload> = {
  permission: permission.view,
  exclusiveSlice: true,
  async run(context, input) {
    const transitions = requestedTransitions(context, input)
    await judgeConflicts(context, context.lineage)
    const start: Outcome = { node: context.node, records: [], clearBallots: [] }
    const outcome = transitions.reduce((before, transition) => applyTransition(context, before, transition), start)
    const answer = await primaryStatus(context, outcome)
    const last = input.body.include_children ? transitions.at(-1) : undefined
    const hasTransitioned = outcome.records.length > 0
    if (!hasTransitioned && !last) return { answer }
    const lineage = withObject(context.lineage, outcome.node)
    const below = await transitionSubtree(context, lineage, inside => last && attemptBelow(context, inside, last))
    const moved = { records: outcome.records, before: context.node }
    const ownUpdates = hasTransitioned ? [updateOf(context.environment, lineage, moved)] : []
    const updates = [...ownUpdates, ...below.updates]
    const expectations = verdictExpectations(context)
    const clearBallots = [...outcome.clearBallots, ...below.clearBallots]
    return updates.length > 0 ? { answer, change: { ...below, ...expectations, updates, clearBallots } } : { answer }
  },
}

export function requestedTransitions(
  context: RequestContext,
  input: TransitionContentInput,
): readonly RequestedTransition[] {
  const { body, workflow } = input
  const transitions = transitionsOf(context, input)
  const options = {
    comments: commentIn(body),
    dates: readTransitionDates(body),
    values: body,
    ...(workflow === undefined ? {} : { workflow }),
  }
  return transitions.map(transition => ({ transition, ...options }))
}

function transitionsOf(
  context: RequestContext,
  { transition, workflow, toState }: TransitionContentInput,
): readonly string[] {
  const chain = chainIn(context, context.node)
  if (workflow !== undefined && !chain.some(({ id }) => id === workflow))
    throw badRequest('workflow.not-in-chain', { workflow, chain: chain.map(({ id }) => id).join(', ') })
  if (toState === undefined && transition !== null) return [transition]
  if (toState === undefined) throw new DomainError('transition-missing', message('workflow.transition-missing'))
  if (workflow !== undefined || transition !== null) throw badRequest('workflow.one-target')
  const primary = primaryOf(chain)
  const path = primary && shortestPath(primary, currentState(context.node, primary), toState)
  if (!path) throw refusal('workflow.no-way', { state: toState.slice(0, 100) })
  return path
}

type Outcome = Omit<TransitionWithEffects, 'kind'>

function applyTransition(context: RequestContext, before: Outcome, requested: RequestedTransition): Outcome {
  const decision = attemptTransitionAt(context, withObject(context.lineage, before.node), requested)
  if (decision.kind === 'already-there') return before
  if (decision.kind !== 'moved') throw refusedTransition(context, before, requested)
  const { node, records, clearBallots } = decision
  return { node, records: [...before.records, ...records], clearBallots: [...before.clearBallots, ...clearBallots] }
}

function refusedTransition(context: RequestContext, { node }: Outcome, requested: RequestedTransition): DomainError {
  const { transition, comments = '' } = requested
  const blockers = blockersOfRefusal(context, { transition, comments, lineage: withObject(context.lineage, node) })
  const reason = message('workflow.refused', { transition: shortName(requested) })
  return new DomainError('workflow-refused', reason, blockers ? { blockers } : {})
}

/**
 * Runs the transition on a descendant. Descendants in states without this transition remain unchanged. Throws if the
 * caller may not run the transition.
 */
function attemptBelow(
  context: RequestContext,
  lineage: Lineage,
  requested: RequestedTransition,
): TransitionWithEffects | undefined {
  const decision = attemptTransitionAt(context, lineage, requested)
  if (decision.kind === 'denied')
    throw refusal('workflow.child-refused', { transition: shortName(requested), path: objectOf(lineage).path })
  return decision.kind === 'moved' ? decision : undefined
}

const shortName = ({ transition }: RequestedTransition): string => transition.slice(0, 100)

const refusal = (...reason: Parameters<typeof message>) => new DomainError('workflow-refused', message(...reason))

export const commentIn = ({ comment }: JsonObject): string =>
  typeof comment === 'string' ? comment.slice(0, maxCommentLength) : ''

/**
 * Returns the last record of the primary workflow, or the current state if no record exists
 * (docs/workflow-and-history.md, Transitions, rule 4).
 */
async function primaryStatus(context: RequestContext, { node, records }: Outcome): Promise<TransitionPayload> {
  const { now, translate } = context
  const primary = primaryOf(chainIn(context, node))
  const nothing: TransitionPayload = {
    action: null,
    actor: '',
    comments: '',
    review_state: '',
    time: formatInstant(now),
    title: '',
  }
  if (!primary) return nothing
  const last = await lastRecord(context, primary, records)
  const state = last?.state ?? currentState(node, primary)
  const title = translate(stateOf(primary, state)?.title || state)
  return last ? { ...presentRecord(last, primary), title } : { ...nothing, review_state: state, title }
}

async function lastRecord(
  { node, reader }: RequestContext,
  { id, recordsHistory }: WorkflowDefinition,
  records: readonly WorkflowRecord[],
): Promise<WorkflowRecord | null> {
  if (recordsHistory === false) return null
  const record = records.findLast(({ workflow }) => workflow === id)
  if (!record) return reader.lastRecord(node.uid, id)
  // The store increases the time of a record that is earlier than the last record of the object, so the response must
  // contain the same time.
  return { ...record, time: Math.max(record.time, (await reader.lastTime(node.uid)) ?? record.time) }
}
