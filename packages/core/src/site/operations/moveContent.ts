import { withObject } from '../../content/node/lineage.js'
import type { WorkflowRecord } from '../../content/node/node.js'
import { DomainError } from '../../foundation/domainError.js'
import { formatInstant } from '../../foundation/instants.js'
import type { JsonObject } from '../../foundation/json.js'
import { message } from '../../foundation/messages.js'
import { permission } from '../../security/stockPermissions.js'
import { currentState, primaryOf } from '../../workflow/chain.js'
import { stateOf, type WorkflowDefinition } from '../../workflow/definition.js'
import { presentRecord } from '../../workflow/presentWorkflow.js'
import { shortestWay } from '../../workflow/shortestWay.js'
import { chainIn } from '../move/moveContext.js'
import { readMoveDates } from '../move/moveDates.js'
import { type DatedMove, decideDatedMove, type WrittenMoves, writtenBelow } from '../move/moveSubtree.js'
import type { DecidedMove } from '../move/moving.js'
import type { Operation } from '../run/operation.js'
import type { Visit } from '../run/visit.js'
import { updateOf } from '../write/changes.js'

export interface MoveContentInput {
  /** Null when the request names none. */
  readonly transition: string | null
  /** Only in this workflow of the object's; for embedders, whom a transition of another may not shadow. */
  readonly workflow?: string
  /** In place of a transition: by the shortest way to this state of the primary workflow. */
  readonly toState?: string
  /** `comment`, `include_children`, `effective`, `expires`; anything else means nothing. */
  readonly body: JsonObject
}

const maxCommentLength = 10_000

/** `POST {path}/@workflow/{transition}` (docs/workflow-and-history.md, Moves). Guards decide who may. */
export const moveContent: Operation<MoveContentInput, JsonObject> = {
  permission: permission.view,
  async run(visit, input) {
    const { body, workflow } = input
    const transitions = transitionsOf(visit, input)
    const manner = { comments: commentIn(body), dates: readMoveDates(body) }
    const moves = transitions.map(transition => ({
      transition,
      ...manner,
      ...(workflow === undefined ? {} : { workflow }),
    }))
    const move = moves.at(-1)
    const withChildren = Boolean(body.include_children)
    const unmoved: Moved = { node: visit.node, records: [], clearBallots: [] }
    const moved = moves.reduce((before, one) => moveOn(visit, before, one), unmoved)
    const answer = await primaryStatus(visit, moved)
    if (!move || (moved.records.length === 0 && !withChildren)) return { answer }
    const change = await written(visit, moved, { move, withChildren })
    return change.updates.length > 0 ? { answer, change } : { answer }
  },
}

/** The transitions to run, one after another. */
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
  if (!way) throw new DomainError('workflow-refused', message('workflow.no-way', { state: toState.slice(0, 100) }))
  return way
}

function moveOn(visit: Visit, before: Moved, move: DatedMove): Moved {
  const decision = decideDatedMove(visit, withObject(visit.lineage, before.node), move)
  if (decision.kind === 'already-there') return before
  if (decision.kind === 'moved') {
    const { node, records, clearBallots } = decision
    return { node, records: [...before.records, ...records], clearBallots: [...before.clearBallots, ...clearBallots] }
  }
  const transition = move.transition.slice(0, 100)
  throw new DomainError('workflow-refused', message('workflow.refused', { transition }))
}

const commentIn = ({ comment }: JsonObject): string =>
  typeof comment === 'string' ? comment.slice(0, maxCommentLength) : ''

type Moved = Omit<DecidedMove, 'kind'>

async function written(
  visit: Visit,
  { node, records, clearBallots }: Moved,
  below: { move: DatedMove; withChildren: boolean },
): Promise<WrittenMoves> {
  const lineage = withObject(visit.lineage, node)
  const others = await writtenBelow(visit, lineage, below)
  const own = updateOf(visit.environment, lineage, records)
  return {
    updates: records.length > 0 ? [own, ...others.updates] : others.updates,
    entries: others.entries,
    clearBallots: [...clearBallots, ...others.clearBallots],
  }
}

/**
 * The primary workflow's last record, or its state where it has recorded nothing (docs/workflow-and-history.md, Moves,
 * rule 4).
 */
async function primaryStatus(visit: Visit, { node, records }: Moved): Promise<JsonObject> {
  const { now, translate } = visit
  const primary = primaryOf(chainIn(visit, node))
  const nothing = { action: null, actor: '', comments: '', review_state: '', time: formatInstant(now), title: '' }
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
  // As it is going to be stored.
  return { ...record, time: Math.max(record.time, (await reader.lastTime(node.uid)) ?? record.time) }
}
