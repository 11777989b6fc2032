import { type Lineage, objectOf } from '../../content/node/lineage.js'
import type { Change, EntryUpdate } from '../../content/store/change.js'
import { parentPath } from '../../foundation/paths.js'
import type { RequestContext } from '../run/requestContext.js'
import { maxShortScan } from '../run/scanMany.js'
import { reindexingOf } from './changes.js'

/** The entries of a subtree, with the sizes that make the commit fail if the subtree has changed. */
export type SubtreeEntries = Required<Pick<Change, 'entries' | 'sizes'>>

/**
 * New catalog entries for all descendants of a changing object. The last object of `lineage` is the changed one. If its
 * path differs from `from`, the descendants get new paths too.
 */
export async function entriesBelow(
  { environment, reader, task }: Pick<RequestContext, 'environment' | 'reader' | 'task'>,
  from: string,
  lineage: Lineage,
): Promise<SubtreeEntries> {
  const { path: to, type } = objectOf(lineage)
  const entries: EntryUpdate[] = []
  if (environment.registry.type(type).contains === null) return { entries, sizes: [] }
  if ((await expectMany({ reader, task }, from)) === 0) return { entries, sizes: [{ path: from, size: 1 }] }
  const lineages = new Map<string, Lineage>([[from, lineage]])
  for await (const nodes of reader.subtree(from)) {
    for (const node of nodes) {
      if (node.path === from) continue
      if (task.isOver()) await task.next()
      const childLineage = [
        ...(lineages.get(parentPath(node.path)) ?? []),
        { ...node, path: to + node.path.slice(from.length) },
      ]
      lineages.set(node.path, childLineage)
      entries.push(reindexingOf(environment, childLineage))
    }
  }
  return { entries, sizes: [{ path: from, size: entries.length + 1 }] }
}

/** Acquires the permit for long tasks if there are many descendants. Returns their number, capped at `maxShortScan`. */
export async function expectMany(
  { reader, task }: Pick<RequestContext, 'reader' | 'task'>,
  path: string,
): Promise<number> {
  const count = await reader.sizeUpTo(path, maxShortScan + 1)
  if (count > maxShortScan) task.expectLong()
  return count - 1
}
