import { catalogEntry } from '../content/catalogEntry.js'
import type { Change } from '../content/contentStore.js'
import type { ContentNode } from '../content/node.js'
import { DomainError } from '../foundation/domainError.js'
import { message } from '../foundation/messages.js'
import { parentPath } from '../foundation/paths.js'
import { primaryOf } from '../workflow/chain.js'
import { keptRecords } from '../workflow/move.js'
import { chainIn, type Lineage } from './moveContext.js'
import { type MoveDates, withMoveDates } from './moveDates.js'
import { type DecidedMove, decideMoveOf, type Move } from './moving.js'
import type { Visit } from './visit.js'

export interface DatedMove extends Move {
  readonly dates: MoveDates
}

/** Decides a move of the last of a lineage, which need not be the object of the visit, and what it does to its dates. */
export function decideDatedMove(visit: Visit, lineage: Lineage, move: DatedMove): ReturnType<typeof decideMoveOf> {
  const decision = decideMoveOf(visit, lineage, move)
  if (decision.kind !== 'moved') return decision
  const primary = primaryOf(chainIn(visit, decision.node))
  const isPrimary = decision.records.some(({ workflow }) => workflow === primary?.id)
  return { ...decision, node: withMoveDates(visit, decision.node, { dates: move.dates, isPrimary }) }
}

export type WrittenMoves = Required<Pick<Change, 'updates' | 'entries' | 'clearBallots'>>

/**
 * What is written when the object of a visit has moved: its new form and entry, and new entries of what lies below,
 * which may be open to others now. With `withChildren` all below that have the transition move too, containers first;
 * one that the caller may not move ends the whole (decisions, section 2).
 */
export async function writtenBelow(
  visit: Visit,
  moved: Lineage,
  { move, withChildren }: { move: DatedMove; withChildren: boolean },
): Promise<WrittenMoves> {
  const { workflows } = visit.environment
  const lineages = new Map<string, Lineage>([[visit.node.path, moved]])
  const updates: NonNullable<Change['updates']>[number][] = []
  const entries: NonNullable<Change['entries']>[number][] = []
  const clearBallots: DecidedMove['clearBallots'][number][] = []
  const [, ...below] = visit.type.contains === null ? [] : await visit.reader.subtree(visit.node.path)
  for (const node of below) {
    const above = lineages.get(parentPath(node.path)) ?? []
    const decision = withChildren ? decideDatedMove(visit, [...above, node], move) : undefined
    if (decision?.kind === 'denied') throw refusedBelow(move, node)
    const isMoved = decision?.kind === 'moved'
    const lineage = [...above, isMoved ? decision.node : node]
    const entry = catalogEntry(lineage, visit.environment)
    lineages.set(node.path, lineage)
    if (isMoved) updates.push({ node: decision.node, entry, records: keptRecords(decision.records, workflows) })
    else entries.push({ uid: node.uid, revision: node.revision, entry })
    if (isMoved) clearBallots.push(...decision.clearBallots)
  }
  return { updates, entries, clearBallots }
}

function refusedBelow({ transition }: Move, { path }: ContentNode): DomainError {
  return new DomainError(
    'workflow-refused',
    message('workflow.child-refused', { transition: transition.slice(0, 100), path }),
  )
}
