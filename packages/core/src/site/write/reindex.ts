import { type Lineage, objectOf } from '../../content/node/lineage.js'
import type { Change, EntryUpdate } from '../../content/store/contentStore.js'
import { parentPath } from '../../foundation/paths.js'
import { few } from '../run/scanMany.js'
import type { Visit } from '../run/visit.js'
import { reindexingOf } from './changes.js'

/** The entries of a subtree, with the sizes that make the commit fail if the subtree has changed. */
export type SubtreeEntries = Required<Pick<Change, 'entries' | 'sizes'>>

/**
 * New catalog entries for all descendants of a changing object. The last object of `lineage` is the changed one. If its
 * path differs from `from`, the descendants get new paths too.
 */
export async function entriesBelow(
  { environment, reader, work }: Pick<Visit, 'environment' | 'reader' | 'work'>,
  from: string,
  lineage: Lineage,
): Promise<SubtreeEntries> {
  const { path: to, type } = objectOf(lineage)
  const entries: EntryUpdate[] = []
  if (environment.registry.type(type).contains === null) return { entries, sizes: [] }
  if ((await expectMany({ reader, work }, from)) === 0) return { entries, sizes: [{ path: from, size: 1 }] }
  const lineages = new Map<string, Lineage>([[from, lineage]])
  for await (const nodes of reader.subtree(from)) {
    for (const node of nodes) {
      if (node.path === from) continue
      if (work.isOver()) await work.next()
      const own = [...(lineages.get(parentPath(node.path)) ?? []), { ...node, path: to + node.path.slice(from.length) }]
      lineages.set(node.path, own)
      entries.push(reindexingOf(environment, own))
    }
  }
  return { entries, sizes: [{ path: from, size: entries.length + 1 }] }
}

/** Acquires the permit for long tasks if there are many descendants. Returns their number, capped at `maxShortScan`. */
export async function expectMany({ reader, work }: Pick<Visit, 'reader' | 'work'>, path: string): Promise<number> {
  const count = await reader.sizeUpTo(path, few + 1)
  if (count > few) work.expectLong()
  return count - 1
}
