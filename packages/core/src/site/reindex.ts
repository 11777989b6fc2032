import { catalogEntry } from '../content/catalogEntry.js'
import type { Change } from '../content/contentStore.js'
import type { ContentNode } from '../content/node.js'
import { parentPath } from '../foundation/paths.js'
import { objectOf, type Visit } from './visit.js'

/**
 * New catalog entries of everything below an object that is about to change. `lineage` ends with the object as it
 * will be; it may have another path than `from`, and those below are taken along.
 */
export async function entriesBelow(
  { environment, reader }: Pick<Visit, 'environment' | 'reader'>,
  from: string,
  lineage: readonly ContentNode[],
): Promise<NonNullable<Change['entries']>> {
  const { path: to, type } = objectOf(lineage)
  const lineages = new Map<string, readonly ContentNode[]>([[from, lineage]])
  const [, ...below] = environment.registry.type(type).contains === null ? [] : await reader.subtree(from)
  return below.map(node => {
    const own = [...(lineages.get(parentPath(node.path)) ?? []), { ...node, path: to + node.path.slice(from.length) }]
    lineages.set(node.path, own)
    return { uid: node.uid, revision: node.revision, entry: catalogEntry(own, environment) }
  })
}
