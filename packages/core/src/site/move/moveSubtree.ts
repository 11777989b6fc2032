import type { Lineage } from '../../content/node/lineage.js'
import type { ContentNode } from '../../content/node/node.js'
import type { Change } from '../../content/store/contentStore.js'
import { parentPath } from '../../foundation/paths.js'
import type { Visit } from '../run/visit.js'
import { reindexingOf, updateOf } from '../write/changes.js'
import { expectMany } from '../write/reindex.js'
import type { MoveWithEffects } from './decideMoveAt.js'

/** What moves change. */
export type MoveChange = Required<Pick<Change, 'updates' | 'entries' | 'clearBallots'>>

/** Decides what becomes of the last of a lineage, which lies below the object that moved; undefined: it stays. */
export type DecideBelow = (lineage: Lineage) => MoveWithEffects | undefined

/**
 * What lies below an object that moved gets new entries, since it may be open to others now, and moves too as
 * `decide` says, containers first (docs/workflow-and-history.md, Moves with children). `moved` ends with the object as
 * it will be.
 */
export async function moveSubtree(visit: Visit, moved: Lineage, decide: DecideBelow): Promise<MoveChange> {
  const { environment, reader, work } = visit
  const above = visit.node.path
  const change: MutableChange = { updates: [], entries: [], clearBallots: [] }
  if (visit.type.contains === null) return change
  await expectMany(visit, above)
  const lineages = new Map<string, Lineage>([[above, moved]])
  for await (const nodes of reader.subtree(above)) {
    for (const node of nodes) {
      if (work.isOver()) await work.next()
      if (node.path === above) continue
      const containers = lineages.get(parentPath(node.path)) ?? []
      lineages.set(node.path, moveOne(environment, { containers, node, decide }, change))
    }
  }
  return change
}

type MutableChange = { [Key in keyof MoveChange]: MoveChange[Key][number][] }

interface Below {
  /** As they will be. */
  readonly containers: Lineage
  readonly node: ContentNode
  readonly decide: DecideBelow
}

function moveOne(environment: Visit['environment'], below: Below, change: MutableChange): Lineage {
  const { containers, node, decide } = below
  const moved = decide([...containers, node])
  const lineage = [...containers, moved?.node ?? node]
  if (!moved) change.entries.push(reindexingOf(environment, lineage))
  else {
    change.updates.push(updateOf(environment, lineage, moved.records))
    change.clearBallots.push(...moved.clearBallots)
  }
  return lineage
}
