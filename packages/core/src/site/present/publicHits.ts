import type { SearchHit } from '../../content/store/catalog.js'
import { anonymous } from '../../security/caller.js'
import { holderNames } from '../../security/permissions.js'
import { scanAll } from '../run/openEach.js'
import type { RequestContext } from '../run/requestContext.js'

const uidsAtOnce = 500

/** Returns the objects that visitors may currently view, by UID. All other UIDs are omitted. */
export async function publicHits(
  context: RequestContext,
  uids: readonly string[],
): Promise<ReadonlyMap<string, SearchHit>> {
  const visible = new Map<string, SearchHit>()
  for (let start = 0; start < uids.length; start += uidsAtOnce) {
    const hits = await scanAll(context, {
      principals: holderNames(anonymous),
      where: [
        { kind: 'any', index: 'UID', values: uids.slice(start, start + uidsAtOnce) },
        { kind: 'active', at: context.now },
      ],
    })
    for (const hit of hits) visible.set(hit.uid, hit)
  }
  return visible
}
