import { containersOf, type Lineage, objectOf } from '../../content/node/lineage.js'
import type { ClearedBallots } from '../../content/store/contentStore.js'
import { pollOf, pollWorkflowId } from '../../poll/poll.js'
import { pollMoved } from '../../poll/pollMoved.js'
import { decideMove, enterWorkflows, type MoveDecision, type Moved } from '../../workflow/move.js'
import { chainIn, type Manner, type Mover, moveContext } from './moveContext.js'
import { withSubscribers } from './moveSubscribers.js'

export interface Move extends Manner {
  readonly transition: string
  /** The workflow to run it in; the first that is able to when it is left out. */
  readonly workflow?: string
}

/** A move with all that follows from it. */
export interface DecidedMove extends Moved {
  /** Votes that are to be forgotten in the same change. */
  readonly clearBallots: readonly ClearedBallots[]
}

/** Decides a move; subscribers may stop it or have it followed by others. */
export function decideMoveOf(mover: Mover, lineage: Lineage, move: Move): Exclude<MoveDecision, Moved> | DecidedMove {
  const node = objectOf(lineage)
  const chain = chainIn(mover, node)
  const among = chain.filter(({ id }) => move.workflow === undefined || id === move.workflow)
  const context = moveContext(mover, lineage, move)
  const decision = decideMove(node, among, { transition: move.transition, context })
  if (decision.kind !== 'moved') return decision
  const moved = withSubscribers(mover, decision, { lineage, chain })
  const { permissions, clearsBallots } = pollMoved({
    node: moved.node,
    containers: containersOf(lineage),
    transitions: moved.records.flatMap(({ workflow, action }) => (workflow === pollWorkflowId && action) || []),
    site: mover.environment.registry.permissions,
  })
  const options = pollOf(moved.node).options.map(({ option_id }) => option_id)
  const clearBallots = clearsBallots ? [{ poll: moved.node.uid, options }] : []
  return { ...moved, node: { ...moved.node, permissions }, clearBallots }
}

/** What creation does with an object that is not in its container yet. */
export function entered(mover: Mover, lineage: Lineage, manner: Manner = {}): Moved {
  const chain = chainIn(mover, objectOf(lineage))
  const context = moveContext(mover, lineage, manner)
  return withSubscribers(mover, enterWorkflows(objectOf(lineage), chain, context), { lineage, chain })
}
