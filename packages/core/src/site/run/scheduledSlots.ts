import { typesWith } from '../../content/model/model.js'
import type { ContentNode } from '../../content/node/node.js'
import type { Condition, SearchHit } from '../../content/store/catalog.js'
import { scheduleStates } from '../../event/eventSettings.js'
import { isScheduled, wasActive } from '../../event/shownSlot.js'
import { scheduleBehavior } from '../../event/slotBehaviors.js'
import { anonymous } from '../../security/caller.js'
import { readNodes, scanFew } from './openEach.js'
import { principalsOf, type RequestContext } from './requestContext.js'

export type Reading = Pick<RequestContext, 'environment' | 'reader' | 'task' | 'now'>

export async function publicSlots(reading: Reading, where: readonly Condition[]): Promise<readonly SearchHit[]> {
  const types = typesWith(reading.environment.registry, scheduleBehavior)
  const hits = await scanFew(reading, {
    principals: principalsOf({ caller: anonymous }),
    where: [{ kind: 'any', index: 'portal_type', values: types }, ...where],
  })
  const events = await eventsOf(reading, hits)
  return hits.filter(({ columns }) => {
    const event = events.get(String(columns.event_root))
    return event !== undefined && isScheduled(columns, scheduleStates(event)) && wasActive(columns, reading.now)
  })
}

export async function eventsOf(
  reading: Reading,
  hits: readonly Pick<SearchHit, 'columns'>[],
): Promise<ReadonlyMap<string, ContentNode>> {
  const uids = [...new Set(hits.map(({ columns }) => String(columns.event_root)))]
  return new Map((await readNodes(reading, uids)).map(node => [node.uid, node]))
}

const uidsAtOnce = 500

/** Calls `find` with a condition for each chunk of UIDs, and returns all results. */
export async function findAmong<T>(
  uids: readonly string[],
  find: (among: Condition) => Promise<readonly T[]>,
): Promise<readonly T[]> {
  const results: T[] = []
  for (let start = 0; start < uids.length; start += uidsAtOnce)
    results.push(...(await find({ kind: 'any', index: 'UID', values: uids.slice(start, start + uidsAtOnce) })))
  return results
}
