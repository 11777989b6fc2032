import { type Lineage, objectOf } from '../../content/node/lineage.js'
import type { Change, EntryUpdate } from '../../content/store/contentStore.js'
import { parentPath } from '../../foundation/paths.js'
import { few } from '../run/scanMany.js'
import type { Visit } from '../run/visit.js'
import { reindexingOf } from './changes.js'

/** The entries of a subtree, of which the store has to know that it is still the same. */
export type SubtreeEntries = Required<Pick<Change, 'entries' | 'sizes'>>

/**
 * New catalog entries for all objects below an object that changes. The last object of `lineage` is the one after the
 * change. When its path differs from `from`, the objects below get new paths too.
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

/**
 * Takes a place for long work when many objects are below the one at a path. Returns how many there are, of many only
 * that there are many.
 */
export async function expectMany({ reader, work }: Pick<Visit, 'reader' | 'work'>, path: string): Promise<number> {
  const count = await reader.sizeUpTo(path, few + 1)
  if (count > few) work.expectLong()
  return count - 1
}
