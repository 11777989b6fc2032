import type { Lineage } from '../../content/node/lineage.js'
import type { ContentNode } from '../../content/node/node.js'
import type { Change } from '../../content/store/contentStore.js'
import { parentPath } from '../../foundation/paths.js'
import type { Visit } from '../run/visit.js'
import { reindexingOf, updateOf } from '../write/changes.js'
import { expectMany } from '../write/reindex.js'
import type { MoveWithEffects } from './decideMoveAt.js'

/** The parts of a change that transitions need. */
export type MoveChange = Required<Pick<Change, 'updates' | 'entries' | 'sizes' | 'clearBallots'>>

/** Decides the transition of a descendant, the last object of a lineage; undefined leaves it unchanged. */
export type DecideBelow = (lineage: Lineage) => MoveWithEffects | undefined

/**
 * The changes to the descendants of an object with a new state, containers first. All of them get new catalog entries,
 * because their readers may change; `decide` can also give them a transition (docs/workflow-and-history.md, Moves with
 * children). The last object of `changedLineage` is in its new state.
 */
export async function moveSubtree(visit: Visit, moved: Lineage, decide: DecideBelow): Promise<MoveChange> {
  const { environment, reader, work } = visit
  const above = visit.node.path
  const change: MutableChange = { updates: [], entries: [], sizes: [], clearBallots: [] }
  if (visit.type.contains === null) return change
  if ((await expectMany(visit, above)) === 0) return { ...change, sizes: [{ path: above, size: 1 }] }
  const lineages = new Map<string, Lineage>([[above, moved]])
  for await (const nodes of reader.subtree(above)) {
    for (const node of nodes) {
      if (work.isOver()) await work.next()
      if (node.path === above) continue
      const containers = lineages.get(parentPath(node.path)) ?? []
      lineages.set(node.path, moveOne(environment, { containers, node, decide }, change))
    }
  }
  const size = change.updates.length + change.entries.length + 1
  return { ...change, sizes: [{ path: above, size }] }
}

type MutableChange = { [Key in keyof MoveChange]: MoveChange[Key][number][] }

interface Below {
  /** The containers, in their new state. */
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
