import type { TransitionPayload } from '../../answers/workflow.js'
import { type Lineage, objectOf, withObject } from '../../content/node/lineage.js'
import type { ContentNode, WorkflowRecord } from '../../content/node/node.js'
import { DomainError } from '../../foundation/domainError.js'
import { formatInstant } from '../../foundation/instants.js'
import type { JsonObject } from '../../foundation/json.js'
import { message } from '../../foundation/messages.js'
import { permission } from '../../security/stockPermissions.js'
import { currentState, primaryOf } from '../../workflow/chain.js'
import { stateOf, type WorkflowDefinition } from '../../workflow/definition.js'
import { presentRecord } from '../../workflow/presentWorkflow.js'
import { shortestWay } from '../../workflow/shortestWay.js'
import { chainIn, decideMoveAt, type Move, type MoveWithEffects } from '../move/decideMoveAt.js'
import { readMoveDates } from '../move/moveDates.js'
import { moveSubtree } from '../move/moveSubtree.js'
import type { Operation } from '../run/operation.js'
import type { Visit } from '../run/visit.js'
import { updateOf } from '../write/changes.js'

export interface MoveContentInput {
  /** The id of the transition; null if the request names none. */
  readonly transition: string | null
  /** Limits the transition to this workflow; for embedders, if several workflows share the transition id. */
  readonly workflow?: string
  /** Instead of a transition: run the transitions on the shortest path to this state of the primary workflow. */
  readonly toState?: string
  /** `comment`, `include_children`, `effective`, `expires`; other keys are ignored. */
  readonly body: JsonObject
}

const maxCommentLength = 10_000

/** `POST {path}/@workflow/{transition}` (docs/workflow-and-history.md, Moves). Guards decide who may run it. */
export const moveContent: Operation<MoveContentInput, TransitionPayload> = {
  permission: permission.view,
  ownTurn: true,
  async run(visit, input) {
    const moves = movesIn(visit, input)
    const outcome = moves.reduce((before, move) => moveOn(visit, before, move), unmoved(visit.node))
    const answer = await primaryStatus(visit, outcome)
    const last = input.body.include_children ? moves.at(-1) : undefined
    const isMoved = outcome.records.length > 0
    if (!isMoved && !last) return { answer }
    const lineage = withObject(visit.lineage, outcome.node)
    const below = await moveSubtree(visit, lineage, inside => last && decideBelow(visit, inside, last))
    const own = isMoved ? [updateOf(visit.environment, lineage, outcome.records)] : []
    const updates = [...own, ...below.updates]
    const clearBallots = [...outcome.clearBallots, ...below.clearBallots]
    return updates.length > 0 ? { answer, change: { ...below, updates, clearBallots } } : { answer }
  },
}

/** The transitions of a request with their options, in the order in which they run. */
function movesIn(visit: Visit, input: MoveContentInput): readonly Move[] {
  const { body, workflow } = input
  const transitions = transitionsOf(visit, input)
  const manner = {
    comments: commentIn(body),
    dates: readMoveDates(body),
    ...(workflow === undefined ? {} : { workflow }),
  }
  return transitions.map(transition => ({ transition, ...manner }))
}

/** The ids of the transitions to run, in order. */
function transitionsOf(visit: Visit, { transition, workflow, toState }: MoveContentInput): readonly string[] {
  const chain = chainIn(visit, visit.node)
  if (workflow !== undefined && !chain.some(({ id }) => id === workflow))
    throw new DomainError(
      'bad-request',
      message('workflow.not-in-chain', { workflow, chain: chain.map(({ id }) => id).join(', ') }),
    )
  if (toState === undefined && transition !== null) return [transition]
  if (toState === undefined) throw new DomainError('transition-missing', message('workflow.transition-missing'))
  if (workflow !== undefined || transition !== null)
    throw new DomainError('bad-request', message('workflow.one-target'))
  const primary = primaryOf(chain)
  const way = primary && shortestWay(primary, currentState(visit.node, primary), toState)
  if (!way) throw refusal('workflow.no-way', { state: toState.slice(0, 100) })
  return way
}

type Outcome = Omit<MoveWithEffects, 'kind'>

const unmoved = (node: ContentNode): Outcome => ({ node, records: [], clearBallots: [] })

function moveOn(visit: Visit, before: Outcome, move: Move): Outcome {
  const decision = decideMoveAt(visit, withObject(visit.lineage, before.node), move)
  if (decision.kind === 'already-there') return before
  if (decision.kind !== 'moved') throw refusal('workflow.refused', { transition: shortName(move) })
  const { node, records, clearBallots } = decision
  return { node, records: [...before.records, ...records], clearBallots: [...before.clearBallots, ...clearBallots] }
}

/** The same transition for a descendant, if its state has it. Throws if the caller may not run it. */
function decideBelow(visit: Visit, lineage: Lineage, move: Move): MoveWithEffects | undefined {
  const decision = decideMoveAt(visit, lineage, move)
  if (decision.kind === 'denied')
    throw refusal('workflow.child-refused', { transition: shortName(move), path: objectOf(lineage).path })
  return decision.kind === 'moved' ? decision : undefined
}

const shortName = ({ transition }: Move): string => transition.slice(0, 100)

const refusal = (...reason: Parameters<typeof message>) => new DomainError('workflow-refused', message(...reason))

const commentIn = ({ comment }: JsonObject): string =>
  typeof comment === 'string' ? comment.slice(0, maxCommentLength) : ''

/**
 * The last record of the primary workflow, or its state if it has no record (docs/workflow-and-history.md, Moves, rule
 * 4).
 */
async function primaryStatus(visit: Visit, { node, records }: Outcome): Promise<TransitionPayload> {
  const { now, translate } = visit
  const primary = primaryOf(chainIn(visit, node))
  const nothing: TransitionPayload = {
    action: null,
    actor: '',
    comments: '',
    review_state: '',
    time: formatInstant(now),
    title: '',
  }
  if (!primary) return nothing
  const last = await lastRecord(visit, primary, records)
  const state = last?.state ?? currentState(node, primary)
  const title = translate(stateOf(primary, state)?.title || state)
  return last ? { ...presentRecord(last, primary), title } : { ...nothing, review_state: state, title }
}

async function lastRecord(
  { node, reader }: Visit,
  { id, recordsHistory }: WorkflowDefinition,
  records: readonly WorkflowRecord[],
): Promise<WorkflowRecord | null> {
  if (recordsHistory === false) return null
  const record = records.findLast(({ workflow }) => workflow === id)
  if (!record) return reader.lastRecord(node.uid, id)
  // The time that the store will assign to the record.
  return { ...record, time: Math.max(record.time, (await reader.lastTime(node.uid)) ?? record.time) }
}
