import type { NewEvent } from '../changeFeed/events.js'
import type { Change } from '../content/store/change.js'
import { isAtOrBelow } from '../foundation/paths.js'
import { type Draft, type Stored, storedBelow } from './memoryState.js'

/**
 * Returns events about the subtrees that a change removes or moves. The events describe the objects before the change.
 */
export function subtreeEvents({ objects }: Pick<Draft, 'objects'>, change: Change): readonly NewEvent[] {
  const { origin, removes = [], renames = [], updates = [] } = change
  if (!origin) return []
  const updated = new Set(updates.map(({ node }) => node.uid))
  const sorted = (path: string): readonly Stored[] =>
    storedBelow(objects, path).sort((a, b) => (a.node.path < b.node.path ? -1 : 1))
  const deleted = [...new Set(removes)]
    .filter((path, i, all) => !all.some((other, j) => i !== j && isAtOrBelow(path, other)))
    .flatMap(sorted)
    .map(({ node: { uid, path, type, revision }, entry: { holders } }): NewEvent => {
      return { ...origin, kind: 'deleted', object: { uid, path, type, revision }, viewers: holders }
    })
  const moved = new Map<string, NewEvent>()
  for (const { from, to } of renames.toSorted((a, b) => b.from.length - a.from.length))
    for (const { node, entry } of sorted(from)) {
      const { uid, path: oldPath, type } = node
      if (moved.has(uid)) continue
      const revision = node.revision + (updated.has(uid) ? 1 : 0)
      const object = { uid, path: to + oldPath.slice(from.length), type, revision }
      moved.set(uid, { ...origin, kind: 'moved', object, oldPath, viewers: entry.holders })
    }
  return [...deleted, ...moved.values()]
}
