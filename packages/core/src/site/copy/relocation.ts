import { containersOf, type Lineage, objectOf } from '../../content/node/node.js'
import type { Renaming } from '../../content/store/change.js'
import { eventRootOf } from '../../event/eventRoot.js'
import { parentPath } from '../../foundation/paths.js'
import type { RequestContext } from '../run/requestContext.js'
import { entriesBelow, reindexingOf, type SubtreeEntries } from '../write/changes.js'
import type { Arrivals } from './arrivals.js'

/** Entries of the object and its descendants, whose permissions and paths change. */
export interface Relocation extends SubtreeEntries {
  readonly renaming: Renaming
}

/** Moves an object into the addressed one, to the path `to`. Throws the errors of `arrivals`. */
export async function relocate(
  context: RequestContext,
  source: Lineage,
  { to, arrivals }: { readonly to: string; readonly arrivals: Arrivals },
): Promise<Relocation> {
  const node = objectOf(source)
  const movedLineage = [...context.lineage, { ...node, path: to }]
  arrivals.judge(context.environment.registry.type(node.type), context.lineage)
  if (eventRootOf(containersOf(source))?.uid !== eventRootOf(context.lineage)?.uid)
    await judgeBelow(context, movedLineage, { from: node.path, arrivals })
  const { entries, sizes } = await entriesBelow(context, node.path, movedLineage)
  const ownEntry = reindexingOf(context.environment, movedLineage)
  return { renaming: { from: node.path, to, at: context.now }, entries: [ownEntry, ...entries], sizes }
}

/** Rules differ between events: descendants allowed in one may be forbidden in another. */
async function judgeBelow(
  { reader, task, environment }: RequestContext,
  movedLineage: Lineage,
  { from, arrivals }: { readonly from: string; readonly arrivals: Arrivals },
): Promise<void> {
  const lineages = new Map<string, Lineage>([[from, movedLineage]])
  for await (const nodes of reader.subtree(from)) {
    for (const node of nodes) {
      if (task.isOver()) await task.next()
      const containers = lineages.get(parentPath(node.path))
      if (node.path === from || !containers) continue
      arrivals.judge(environment.registry.type(node.type), containers)
      lineages.set(node.path, [...containers, node])
    }
  }
}
