import { objectOf } from '../../content/node/node.js'
import { activeLock, endOfLock } from '../../content/store/locks.js'
import { earlier, type Instant } from '../../foundation/instants.js'
import type { JsonValue } from '../../foundation/json.js'
import type { Dependence } from '../run/answerMetadata.js'
import { nothingExpanded } from '../run/expansion.js'
import type { ListingInput } from '../run/operation.js'
import type { RequestContext } from '../run/requestContext.js'

type ContentRequest = ListingInput & { readonly withItems: boolean; readonly version?: string | undefined }

/**
 * The interval in milliseconds at which the ETags of full-object listings change, because locks on the objects can
 * expire without a write.
 */
const minute = 60_000

interface ContentDependence extends Dependence {
  readonly parts: JsonValue
}

/**
 * If the response contains full objects, adds the current minute to the data from which the ETag is computed, because
 * locks on these objects can expire without a write.
 */
export function withLocks(
  { now }: Pick<RequestContext, 'now'>,
  hasFullObjects: boolean,
  parts: readonly JsonValue[],
): ContentDependence {
  if (!hasFullObjects) return { parts: [...parts, null] }
  const number = Math.floor(now / minute)
  return { parts: [...parts, number], until: (number + 1) * minute }
}

export async function partsOfContent(context: RequestContext, input: ContentRequest): Promise<ContentDependence> {
  const { batch, metadata, fullObjects, withItems, version = null, expand = nothingExpanded } = input
  const request: JsonValue = [
    batch.start,
    batch.size,
    metadata,
    fullObjects,
    withItems,
    version,
    JSON.stringify(expand),
  ]
  const locks = await locksHere(context)
  const { parts, until = null } = withLocks(context, fullObjects, [request, locks.parts])
  return { parts, until: earlier(until, locks.until) }
}

interface LocksHere {
  readonly parts: JsonValue
  /** The time when the first lock expires, or null if there are no locks. */
  readonly until: Instant | null
}

/** Returns the locks on the object and on the site root, which is included in the payload as `navroot`. */
export async function locksHere({ reader, lineage, now }: RequestContext): Promise<LocksHere> {
  const uids = [lineage[0], objectOf(lineage)].map(node => node?.uid ?? '')
  const stored = await reader.locks(uids)
  const locks = uids.map(uid => activeLock(stored.get(uid), now))
  return {
    parts: locks.map(lock => lock && [lock.token, lock.created]),
    until: locks.reduce<Instant | null>((first, lock) => earlier(first, lock && endOfLock(lock)), null),
  }
}
