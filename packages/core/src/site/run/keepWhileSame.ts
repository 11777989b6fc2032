import type { ContentStore } from '../../content/store/contentStore.js'
import { createLruCache, type LruCache } from '../../memoize/calls/lruCache.js'
import { sortedHolderNames } from '../../security/permissions.js'
import { isWithin, type Validity, validityAt } from './validity.js'
import type { Visit } from './visit.js'

/** Something that was made, and the number of objects in it. */
interface Made<Value> {
  readonly value: Value
  readonly objects: number
}

interface KeptValue<Value> {
  readonly value: Value
  readonly validity: Validity
}

/** Bytes that an object takes in what is kept. */
const bytesOfObject = 1000
const limits = { entries: 200, bytes: 16 * 1024 * 1024 }

/**
 * Keeps in this process what is the same for all callers who may find the same, until content changes or a date passes.
 * `key` names what else it depends on; the base, the language and the names by which the caller is found come by
 * themselves. What is made is shared: nobody may change it.
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

/** The stamp of the content is part of it: what was made before a change is not found any more, and goes in time. */
function keyOf({ stamp, base, language, caller }: Visit, key: string): string {
  return JSON.stringify([stamp, base, language ?? null, sortedHolderNames(caller), key])
}
