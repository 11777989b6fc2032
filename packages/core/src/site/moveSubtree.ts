import { catalogEntry } from '../content/catalogEntry.js'
import type { Change } from '../content/contentStore.js'
import type { ContentNode } from '../content/node.js'
import { DomainError } from '../foundation/domainError.js'
import { message } from '../foundation/messages.js'
import { parentPath } from '../foundation/paths.js'
import { pollWorkflowId } from '../poll/poll.js'
import { pollMoved } from '../poll/pollMoved.js'
import { chainOf, primaryOf } from '../workflow/chain.js'
import type { Guard } from '../workflow/definition.js'
import { decideMove, type MoveDecision, type Moved } from '../workflow/move.js'
import { passesGuard } from './guard.js'
import { type MoveDates, withMoveDates } from './moveDates.js'
import { withSubscribers } from './moveSubscribers.js'
import type { Visit } from './visit.js'

export interface Move {
  readonly transition: string
  /** The workflow to run it in; the first that is able to when it is left out. */
  readonly workflow?: string
  readonly actor: string
  readonly comments: string
  readonly dates: MoveDates
}

type Lineage = readonly ContentNode[]

/** A move with all that follows from it; `clearsBallots`: the votes on the object are to be forgotten. */
export type DecidedMove = Exclude<MoveDecision, Moved> | (Moved & { readonly clearsBallots: boolean })

/** Decides a move of the last of a lineage, which need not be the object of the visit. */
export function decideMoveOf(visit: Visit, lineage: Lineage, node: ContentNode, move: Move): DecidedMove {
  const { registry, workflows } = visit.environment
  const chain = chainOf(node, registry.type(node.type), workflows)
  const among = chain.filter(({ id }) => move.workflow === undefined || id === move.workflow)
  const passes = (guard: Guard, at: ContentNode): boolean => passesGuard(visit, guard, [...lineage.slice(0, -1), at])
  const decision = withSubscribers(visit, decideMove(node, among, { ...move, time: visit.now, passes }), {
    lineage,
    node,
    chain,
  })
  if (decision.kind !== 'moved') return decision
  const isPrimary = decision.records.some(({ workflow }) => workflow === primaryOf(chain)?.id)
  const { permissions, clearsBallots } = pollMoved({
    node: decision.node,
    containers: lineage.slice(0, -1),
    transitions: decision.records.flatMap(({ workflow, action }) => (workflow === pollWorkflowId && action) || []),
    site: registry.permissions,
  })
  const dated = withMoveDates(visit, decision.node, { dates: move.dates, isPrimary })
  return { ...decision, node: { ...dated, permissions }, clearsBallots }
}

export interface WrittenMoves extends Required<Pick<Change, 'updates' | 'entries'>> {
  /** UIDs of polls whose votes are to be forgotten in the same change. */
  readonly clearsBallots: readonly string[]
}

/**
 * What is written when the object of a visit has moved: its new form and entry, and new entries of what lies below,
 * which may be open to others now. With `withChildren` all below that have the transition move too, containers first;
 * one that the caller may not move ends the whole (decisions, section 2).
 */
export async function writtenBelow(
  visit: Visit,
  moved: Lineage,
  { move, withChildren }: { move: Move; withChildren: boolean },
): Promise<WrittenMoves> {
  const lineages = new Map<string, Lineage>([[visit.node.path, moved]])
  const updates: NonNullable<Change['updates']>[number][] = []
  const entries: NonNullable<Change['entries']>[number][] = []
  const clearsBallots: string[] = []
  const [, ...below] = visit.type.contains === null ? [] : await visit.reader.subtree(visit.node.path)
  for (const node of below) {
    const above = lineages.get(parentPath(node.path)) ?? []
    const decision = withChildren ? decideMoveOf(visit, [...above, node], node, move) : undefined
    if (decision?.kind === 'denied') throw refusedBelow(move, node)
    const isMoved = decision?.kind === 'moved'
    const lineage = [...above, isMoved ? decision.node : node]
    const entry = catalogEntry(lineage, visit.environment)
    lineages.set(node.path, lineage)
    if (isMoved) updates.push({ node: decision.node, entry, records: decision.records })
    else entries.push({ uid: node.uid, revision: node.revision, entry })
    if (isMoved && decision.clearsBallots) clearsBallots.push(node.uid)
  }
  return { updates, entries, clearsBallots }
}

function refusedBelow({ transition }: Move, { path }: ContentNode): DomainError {
  return new DomainError(
    'workflow-refused',
    message('workflow.child-refused', { transition: transition.slice(0, 100), path }),
  )
}
