import type { ContentStore } from '../../content/store/contentStore.js'
import { createLruCache, type LruCache } from '../../memoize/calls/lruCache.js'
import { sortedHolderNames } from '../../security/permissions.js'
import { isWithin, type Validity, validityAt } from './validity.js'
import type { Visit } from './visit.js'

/** A computed value and the number of objects in it. */
interface Made<Value> {
  readonly value: Value
  readonly objects: number
}

interface KeptValue<Value> {
  readonly value: Value
  readonly validity: Validity
}

/** Estimated bytes of one object in a cached value. */
const bytesOfObject = 1000
const limits = { entries: 200, bytes: 16 * 1024 * 1024 }

/**
 * Caches values in this process, per set of principals, until content changes or a publication date passes. `key`
 * returns the parts of the cache key that depend on the input; base URL, language and principals are added. The value
 * is shared: callers must not change it.
 */
export function keepWhileSame<Input, Value>(
  key: (input: Input) => string,
  make: (visit: Visit, input: Input) => Promise<Made<Value>>,
): (visit: Visit, input: Input) => Promise<Value> {
  const caches = new WeakMap<ContentStore, LruCache<KeptValue<Value>>>()
  return async (visit, input) => {
    const cache = cacheOf(caches, visit.environment.store)
    const whole = keyOf(visit, key(input))
    const kept = cache.get(whole)?.value
    if (kept && isWithin(kept.validity, visit.now)) return kept.value
    const { value, objects } = await make(visit, input)
    const validity = await validityAt(visit)
    cache.set(whole, { value: { value, validity }, owner: '', bytes: bytesOfObject * (objects + 1), lifetime: forever })
    return value
  }
}

const forever = Number.POSITIVE_INFINITY

function cacheOf<Value>(caches: WeakMap<ContentStore, LruCache<Value>>, store: ContentStore): LruCache<Value> {
  const known = caches.get(store)
  if (known) return known
  const cache = createLruCache<Value>(limits, () => 0)
  caches.set(store, cache)
  return cache
}

/** The content stamp is part of the cache key: entries from before a change are never hit again and get evicted. */
function keyOf({ stamp, base, language, caller }: Visit, key: string): string {
  return JSON.stringify([stamp, base, language ?? null, sortedHolderNames(caller), key])
}
