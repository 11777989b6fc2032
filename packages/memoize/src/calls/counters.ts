import type { Counters } from '../status/memoizeStatus.js'
import type { CachedFunction } from './cachedFunction.js'

/**
 * The outcomes that are counted. Calls that join a call in progress, status queries and invalidations are not counted.
 */
export type Outcome =
  | 'shared-hit'
  /** The store returned an expired value, which is served while a new value is computed. */
  | 'stale-hit'
  /** The store contained no value, or only an invalidated value. */
  | 'shared-miss'
  | 'undecodable'
  /** The write replaced an undecodable value, after the preceding read had been counted as a shared miss. */
  | 'undecodable-after-all'
  /** A local copy was served without a request to the store. */
  | 'local-hit'
  | 'ram-hit'
  | 'ram-miss'
  /** A read from the store or a write to the store failed. */
  | 'store-failed'
  /** The value was not shareable. */
  | 'refused'
  | 'too-large'

const countersOf: Readonly<Record<Outcome, readonly (keyof Counters)[]>> = {
  'shared-hit': ['shared_hits'],
  'stale-hit': ['shared_hits'],
  'shared-miss': ['shared_misses'],
  undecodable: ['shared_misses', 'undecodable'],
  'undecodable-after-all': ['undecodable'],
  'local-hit': ['ram_hits'],
  'ram-hit': ['ram_hits'],
  'ram-miss': ['ram_misses'],
  'store-failed': ['errors'],
  refused: ['refused'],
  'too-large': ['too_large'],
}

export const newCounters = (): Counters => ({
  shared_hits: 0,
  shared_misses: 0,
  ram_hits: 0,
  ram_misses: 0,
  refused: 0,
  too_large: 0,
  undecodable: 0,
  errors: 0,
})

/**
 * Increments counters in place instead of copying them, because every call increments some of them (docs/caching.md,
 * Counters).
 */
export function count({ name, counters, publish }: CachedFunction, outcome: Outcome): void {
  for (const counter of countersOf[outcome]) counters[counter]++
  publish(() => ({ kind: 'outcome', function: name, outcome }))
}
