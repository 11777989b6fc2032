import {
  type Answer,
  type Basis,
  basisOf,
  beginSingleFlight,
  type Call,
  type Flight,
  isCurrent,
} from './cachedFunction.js'
import { count } from './counters.js'
import type { LruCache } from './lruCache.js'
import type { Renewals } from './renewals.js'

/** A value in RAM that is not encoded, so that all callers get the same object, as in plone.memoize. */
export interface LiveValue {
  readonly value: unknown
  readonly tags: readonly string[]
  digest(): string
}

export interface LiveCalls {
  answer(call: Call): Promise<unknown>
  /** Caches a computed value, unless its function or call was invalidated after the computation began. */
  cacheValue(call: Call, basis: Basis, value: unknown): Answer
}

export interface LiveOptions {
  readonly cache: LruCache<LiveValue>
  readonly clock: () => number
  readonly renewals: Renewals
}

export function liveCalls({ cache, clock, renewals }: LiveOptions): LiveCalls {
  function cacheValue(call: Call, basis: Basis, value: unknown): Answer {
    const { fn, key, tags, digest, lifetime, size } = call
    const milliseconds = lifetime(value)
    // If functions do not specify the sizes of their results, only the number of entries limits this cache.
    if (isCurrent(fn, basis) && milliseconds > 0) {
      const { staleFor } = fn.periods
      const entry = { owner: fn.name, bytes: size(value), lifetime: milliseconds, staleFor }
      cache.set(key, { ...entry, value: { value, tags, digest } })
    }
    return { value, bytes: null }
  }

  async function answerAsLeader(call: Call, { entry }: Flight): Promise<Answer> {
    const basis = basisOf(call.fn, entry)
    count(call.fn, 'ram-miss')
    return cacheValue(call, basis, await call.compute())
  }

  return {
    answer: async call => {
      const { fn, key } = call
      const cached = cache.get(key)
      if (cached) {
        const isStale = cached.expires <= clock()
        count(fn, 'ram-hit')
        if (isStale)
          renewals.begin(call, async entry => void cacheValue(call, basisOf(fn, entry), await call.compute()))
        return cached.value.value
      }
      const joined = fn.inFlight.get(key)?.answer
      return (await (joined ?? beginSingleFlight(call, flight => answerAsLeader(call, flight)))).value
    },
    cacheValue,
  }
}
