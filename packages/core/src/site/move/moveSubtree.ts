import type { Lineage } from '../../content/node/lineage.js'
import type { ContentNode } from '../../content/node/node.js'
import type { Change } from '../../content/store/contentStore.js'
import { DomainError } from '../../foundation/domainError.js'
import { message } from '../../foundation/messages.js'
import { parentPath } from '../../foundation/paths.js'
import { primaryOf } from '../../workflow/chain.js'
import type { Visit } from '../run/visit.js'
import { reindexingOf, updateOf } from '../write/changes.js'
import { expectMany } from '../write/reindex.js'
import { chainIn } from './moveContext.js'
import { type MoveDates, withMoveDates } from './moveDates.js'
import { decideMoveOf, type Move } from './moving.js'

export interface DatedMove extends Move {
  readonly dates: MoveDates
}

/**
 * Decides a move of the last of a lineage, which need not be the object of the visit, and what it does to its dates.
 */
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
 * one that the caller may not move ends the whole (docs/workflow-and-history.md, Moves with children).
 */
export async function writtenBelow(
  visit: Visit,
  moved: Lineage,
  { move, withChildren }: { move: DatedMove; withChildren: boolean },
): Promise<WrittenMoves> {
  const lineages = new Map<string, Lineage>([[visit.node.path, moved]])
  const below: Below = { lineages, move, withChildren, updates: [], entries: [], clearBallots: [] }
  if (visit.type.contains === null) return below
  await expectMany(visit, visit.node.path)
  for await (const nodes of visit.reader.subtree(visit.node.path)) {
    for (const node of nodes) {
      if (visit.work.isOver()) await visit.work.next()
      if (node.path !== visit.node.path) moveOneBelow(visit, node, below)
    }
  }
  return below
}

interface Below {
  /** Of the objects that were visited, as they will be. */
  readonly lineages: Map<string, Lineage>
  readonly move: DatedMove
  readonly withChildren: boolean
  readonly updates: WrittenMoves['updates'][number][]
  readonly entries: WrittenMoves['entries'][number][]
  readonly clearBallots: WrittenMoves['clearBallots'][number][]
}

function moveOneBelow(visit: Visit, node: ContentNode, below: Below): void {
  const { lineages, move, withChildren } = below
  const above = lineages.get(parentPath(node.path)) ?? []
  const decision = withChildren ? decideDatedMove(visit, [...above, node], move) : undefined
  if (decision?.kind === 'denied') throw refusedBelow(move, node)
  const moved = decision?.kind === 'moved' ? decision : undefined
  const lineage = [...above, moved?.node ?? node]
  lineages.set(node.path, lineage)
  if (!moved) {
    below.entries.push(reindexingOf(visit.environment, lineage))
    return
  }
  below.updates.push(updateOf(visit.environment, lineage, moved.records))
  below.clearBallots.push(...moved.clearBallots)
}

function refusedBelow({ transition }: Move, { path }: ContentNode): DomainError {
  return new DomainError(
    'workflow-refused',
    message('workflow.child-refused', { transition: transition.slice(0, 100), path }),
  )
}
