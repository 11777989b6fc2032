import { typesWith } from '../../content/model/model.js'
import { type ContentNode, type Lineage, objectOf } from '../../content/node/node.js'
import type { EntryUpdate } from '../../content/store/change.js'
import { scheduleStates } from '../../event/eventSettings.js'
import { showsReleases } from '../../event/releases.js'
import { scheduleBehavior } from '../../event/slotBehaviors.js'
import { sameJson } from '../../foundation/json.js'
import { maxShortScan, openEach, scanFew } from '../run/openEach.js'
import type { RequestContext } from '../run/requestContext.js'
import { fullReindexingOf } from './changes.js'

/**
 * Creates new catalog entries for the slots of an event and for the objects in the slots, if the event starts or stops
 * showing releases, or if its schedule now shows slots in other workflow states than before. The last object of
 * `lineage` is the changed event, and `before` is the stored event.
 */
export async function releaseEntries(
  context: Pick<RequestContext, 'environment' | 'reader' | 'task'>,
  before: ContentNode,
  lineage: Lineage,
): Promise<readonly EntryUpdate[]> {
  const changed = objectOf(lineage)
  if (showsReleases(before) === showsReleases(changed) && sameStates(before, changed)) return []
  const { environment, reader, task } = context
  const types = typesWith(environment.registry, scheduleBehavior)
  const below = { kind: 'below', path: before.path, depth: null } as const
  const hits = await scanFew({ reader, task }, { principals: 'system', where: [below] })
  const slots = hits.filter(({ type }) => types.includes(type))
  if (slots.length > maxShortScan) task.expectLong()
  const paths = new Set(slots.map(({ path }) => path))
  const affected = hits.filter(({ path }) => isBelowOneOf(path, paths))
  const entries: EntryUpdate[] = []
  for (const [, opened] of await openEach({ reader, task }, affected)) {
    if (task.isOver()) await task.next()
    const after = opened.map(node => (node.uid === changed.uid ? changed : node))
    entries.push(await fullReindexingOf(context, after))
  }
  return entries
}

const sameStates = (one: ContentNode, other: ContentNode): boolean =>
  sameJson(scheduleStates(one), scheduleStates(other))

function isBelowOneOf(path: string, paths: ReadonlySet<string>): boolean {
  for (let end = path.length; end > 0; end = path.lastIndexOf('/', end - 1))
    if (paths.has(path.slice(0, end))) return true
  return false
}
