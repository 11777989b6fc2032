import { type ContentNode, type Lineage, objectOf } from '../../content/node/node.js'
import type { EntryUpdate } from '../../content/store/change.js'
import { recurringIndex } from '../../event/eventBehavior.js'
import { zoneOf } from '../../event/eventRoot.js'
import { maxShortScan, openEach, scanFew } from '../run/openEach.js'
import type { RequestContext } from '../run/requestContext.js'
import { reindexingOf } from './changes.js'

/**
 * Returns new catalog entries for the recurring and whole-day events below an object whose time zone has changed. The
 * last object of `lineage` is the changed object, and `before` is the stored object.
 */
export async function zoneEntries(
  { environment, reader, task }: Pick<RequestContext, 'environment' | 'reader' | 'task'>,
  before: ContentNode,
  lineage: Lineage,
): Promise<readonly EntryUpdate[]> {
  const changed = objectOf(lineage)
  if (zoneOf(before) === zoneOf(changed)) return []
  const below = { kind: 'below', path: before.path, depth: null } as const
  const recurring = { kind: 'any', index: recurringIndex, values: [true] } as const
  const hits = await scanFew({ reader, task }, { principals: 'system', where: [below, recurring] })
  if (hits.length > maxShortScan) task.expectLong()
  const entries: EntryUpdate[] = []
  for (const [, opened] of await openEach({ reader, task }, hits)) {
    if (task.isOver()) await task.next()
    const after = opened.map(node => (node.uid === changed.uid ? changed : node))
    entries.push(reindexingOf(environment, after))
  }
  return entries.filter(({ uid }) => uid !== changed.uid)
}
