import { containersOf, type Lineage, objectOf } from '../../content/node/lineage.js'
import type { Renaming } from '../../content/store/contentStore.js'
import { eventRootOf } from '../../event/eventRoot.js'
import { parentPath } from '../../foundation/paths.js'
import type { Visit } from '../run/visit.js'
import { reindexingOf } from '../write/changes.js'
import { entriesBelow, type SubtreeEntries } from '../write/reindex.js'
import type { Arrivals } from './arrivals.js'

/** Entries of the object and its descendants, whose permissions and paths change. */
export interface Relocation extends SubtreeEntries {
  readonly renaming: Renaming
}

/** Moves an object into the addressed one, to the path `to`. Throws the errors of `arrivals`. */
export async function relocate(
  visit: Visit,
  source: Lineage,
  { to, arrivals }: { readonly to: string; readonly arrivals: Arrivals },
): Promise<Relocation> {
  const node = objectOf(source)
  const moved = [...visit.lineage, { ...node, path: to }]
  arrivals.judge(visit.environment.registry.type(node.type), visit.lineage)
  if (eventRootOf(containersOf(source))?.uid !== eventRootOf(visit.lineage)?.uid)
    await judgeBelow(visit, moved, { from: node.path, arrivals })
  const { entries, sizes } = await entriesBelow(visit, node.path, moved)
  const own = reindexingOf(visit.environment, moved)
  return { renaming: { from: node.path, to, at: visit.now }, entries: [own, ...entries], sizes }
}

/** Rules differ between events: descendants allowed in one may be forbidden in another. */
async function judgeBelow(
  { reader, work, environment }: Visit,
  moved: Lineage,
  { from, arrivals }: { readonly from: string; readonly arrivals: Arrivals },
): Promise<void> {
  const lineages = new Map<string, Lineage>([[from, moved]])
  for await (const nodes of reader.subtree(from)) {
    for (const node of nodes) {
      if (work.isOver()) await work.next()
      const containers = lineages.get(parentPath(node.path))
      if (node.path === from || !containers) continue
      arrivals.judge(environment.registry.type(node.type), containers)
      lineages.set(node.path, [...containers, node])
    }
  }
}
