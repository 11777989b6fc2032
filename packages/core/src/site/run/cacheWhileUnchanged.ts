import { createLruCache } from '@plenum/memoize'
import type { ContentStore } from '../../content/store/contentStore.js'
import { memoizeByIdentity } from '../../foundation/memoizeByIdentity.js'
import { sortedHolderNames } from '../../security/permissions.js'
import { isWithin, type Validity, validityAt } from './answerMetadata.js'
import type { RequestContext } from './requestContext.js'

interface ComputedValue<Value> {
  readonly value: Value
  readonly objects: number
}

interface CachedValue<Value> {
  readonly value: Value
  readonly validity: Validity
}

/** The estimated size of an object in a cached value, in bytes. */
const bytesOfObject = 1000
const limits = { entries: 200, bytes: 16 * 1024 * 1024 }

/**
 * Returns a function that caches values in this process until content changes or a publication date passes. `key`
 * returns the part of the cache key that depends on the input. The base URL, the language and the principals are added
 * to the key. Callers must not change the returned value, which is shared.
 */
export function cacheWhileUnchanged<Input, Value>(
  key: (input: Input) => string,
  compute: (context: RequestContext, input: Input) => Promise<ComputedValue<Value>>,
): (context: RequestContext, input: Input) => Promise<Value> {
  const cacheOf = memoizeByIdentity((_store: ContentStore) => createLruCache<CachedValue<Value>>(limits, () => 0))
  return async (context, input) => {
    const cache = cacheOf(context.environment.store)
    const cacheKey = keyOf(context, key(input))
    const hit = cache.get(cacheKey)?.value
    if (hit && isWithin(hit.validity, context.now)) return hit.value
    const { value, objects } = await compute(context, input)
    const validity = await validityAt(context)
    cache.set(cacheKey, {
      value: { value, validity },
      owner: '',
      bytes: bytesOfObject * (objects + 1),
      lifetime: forever,
    })
    return value
  }
}

const forever = Number.POSITIVE_INFINITY

/**
 * Returns the complete cache key. It includes the content stamp, so entries from before a change are no longer found
 * and are eventually evicted.
 */
const keyOf = ({ stamp, base, language, caller }: RequestContext, key: string): string =>
  JSON.stringify([stamp, base, language ?? null, sortedHolderNames(caller), key])
