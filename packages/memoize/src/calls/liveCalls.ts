import { type Answer, beginSingleFlight, type Call } from './cachedFunction.js'
import { count } from './counters.js'
import type { LruCache } from './lruCache.js'

/** Calls of functions whose values stay in this process; all callers share one object, as in plone.memoize. */
export interface LiveCalls {
  answer(call: Call): Promise<unknown>
  /** Caches a value, unless the epoch in which its computation began is over. */
  cacheValue(call: Call, epoch: number, value: unknown): Answer
}

export function liveCalls(cache: LruCache<unknown>): LiveCalls {
  function cacheValue({ fn, key, lifetime, size }: Call, epoch: number, value: unknown): Answer {
    const milliseconds = lifetime(value)
    // If functions declare no sizes, only the number of entries limits this cache.
    if (fn.epoch === epoch && milliseconds > 0)
      cache.set(key, { value, owner: fn.name, bytes: size(value), lifetime: milliseconds })
    return { value, bytes: null }
  }

  async function answerAsLeader(call: Call): Promise<Answer> {
    const { epoch } = call.fn
    count(call.fn.counters, 'ram-miss')
    return cacheValue(call, epoch, await call.compute())
  }

  return {
    answer: async call => {
      const { fn, key } = call
      const cached = cache.get(key)
      if (cached) {
        count(fn.counters, 'ram-hit')
        return cached.value
      }
      return (await (fn.inFlight.get(key)?.answer ?? beginSingleFlight(call, () => answerAsLeader(call)))).value
    },
    cacheValue,
  }
}
