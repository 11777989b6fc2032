import { containersOf, type Lineage, objectOf, withObject } from '../../content/node/lineage.js'
import type { ContentNode } from '../../content/node/node.js'
import type { ClearedBallots } from '../../content/store/contentStore.js'
import { pollWorkflowId } from '../../poll/poll.js'
import { type PollMove, pollEffects } from '../../poll/pollEffects.js'
import { userIdOf } from '../../security/caller.js'
import { chainOf, primaryOf } from '../../workflow/chain.js'
import type { WorkflowDefinition } from '../../workflow/definition.js'
import { decideMove, enterWorkflows, type MoveContext, type MoveOutcome } from '../../workflow/move.js'
import { evaluateExpression, passesGuard } from '../run/guard.js'
import type { Asking, Visit } from '../run/visit.js'
import { type Dating, type MoveDates, withMoveDates } from './moveDates.js'
import { withSubscribers } from './moveSubscribers.js'

/** The environment, caller and time of a transition. */
export type Mover = Pick<Visit, 'environment' | 'caller' | 'now'>

/** A requested transition with its options. */
export interface Move {
  readonly transition: string
  /** The id of the workflow; by default the first workflow that can run the transition. */
  readonly workflow?: string
  readonly comments?: string
  /** Skips the guards. */
  readonly isForced?: boolean
  readonly dates?: MoveDates
}

/** The outcome of a transition with all its effects. */
export interface MoveWithEffects extends MoveOutcome {
  /** The votes to delete in the same transaction. */
  readonly clearBallots: readonly ClearedBallots[]
}

export type MoveDecisionAt = MoveWithEffects | { readonly kind: 'already-there' | 'denied' | 'unavailable' }

/** The workflows of an object, the primary first. */
export function chainIn(
  { environment }: Pick<Asking, 'environment'>,
  node: ContentNode,
): readonly WorkflowDefinition[] {
  return chainOf(node, environment.registry.type(node.type), environment.workflows)
}

/**
 * Attempts a transition of the last object of a lineage, with its effects on dates and votes. Subscribers can veto it
 * or add follow-up transitions.
 */
export function decideMoveAt(mover: Mover, lineage: Lineage, move: Move): MoveDecisionAt {
  const chain = chainIn(mover, objectOf(lineage))
  const among = chain.filter(({ id }) => move.workflow === undefined || id === move.workflow)
  const request = { transition: move.transition, context: contextOf(mover, lineage, move) }
  const decision = decideMove(objectOf(lineage), among, request)
  if (decision.kind !== 'moved') return decision
  const outcome = withSubscribers(mover, decision, { lineage, chain, forced: forcedMove(mover, lineage) })
  const { registry } = mover.environment
  const type = registry.type(objectOf(lineage).type)
  const at = { containers: containersOf(lineage), site: registry.permissions, now: mover.now, type }
  return withEffects(outcome, { ...at, primary: primaryOf(chain), dates: move.dates })
}

/** Puts a new object, the last of a lineage, into the initial states of its workflows. */
export function enterChain(mover: Mover, lineage: Lineage, { isForced }: Pick<Move, 'isForced'> = {}): MoveOutcome {
  const chain = chainIn(mover, objectOf(lineage))
  const context = contextOf(mover, lineage, { isForced })
  const outcome = enterWorkflows(objectOf(lineage), chain, context)
  return withSubscribers(mover, outcome, { lineage, chain, forced: forcedMove(mover, lineage) })
}

/** The context in which transitions of the last object of a lineage are decided. */
function contextOf(mover: Mover, lineage: Lineage, { comments = '', isForced = false }: Partial<Move>): MoveContext {
  const questionOf = (node: ContentNode) => ({ lineage: withObject(lineage, node), comments })
  return {
    actor: userIdOf(mover.caller),
    comments,
    time: mover.now,
    passes: (guard, node) => isForced || passesGuard(mover, guard, questionOf(node)),
    evaluate: (expression, node) => evaluateExpression(mover, expression, questionOf(node)),
  }
}

/** Runs transitions requested by subscribers, without checking guards. */
function forcedMove(mover: Mover, lineage: Lineage): Parameters<typeof withSubscribers>[2]['forced'] {
  const context = contextOf(mover, lineage, { isForced: true })
  return (node, among, transition) => decideMove(node, among, { transition, context })
}

interface Circumstances extends Pick<PollMove, 'containers' | 'site'>, Pick<Dating, 'now' | 'type'> {
  readonly primary: WorkflowDefinition | undefined
  readonly dates: MoveDates | undefined
}

function withEffects({ kind, node, records }: MoveOutcome, { primary, dates, ...at }: Circumstances): MoveWithEffects {
  const transitions = records.flatMap(({ workflow, action }) => (workflow === pollWorkflowId && action) || [])
  const { clearBallots, node: opened } = pollEffects({ ...at, node, transitions })
  const isPrimary = records.some(({ workflow }) => workflow === primary?.id)
  return { kind, node: dates ? withMoveDates(opened, { ...at, dates, isPrimary }) : opened, records, clearBallots }
}
