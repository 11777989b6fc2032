/** What is counted for each function since the process started (docs/caching.md, Counters). */
export type Counters = Record<
  'shared_hits' | 'shared_misses' | 'ram_hits' | 'ram_misses' | 'refused' | 'too_large' | 'undecodable' | 'errors',
  number
>

/** What may come of a call. Joining another's call, asking for the status and invalidating count nothing. */
export type Outcome =
  | 'shared-hit'
  /** Absent, or from before an invalidation. */
  | 'shared-miss'
  | 'undecodable'
  /** What was taken for a shared miss was not. */
  | 'undecodable-after-all'
  | 'ram-hit'
  | 'ram-miss'
  /** The store could not be read, or a value not be written. */
  | 'store-failed'
  /** The value cannot be shared. */
  | 'refused'
  | 'too-large'

const counted: Readonly<Record<Outcome, readonly (keyof Counters)[]>> = {
  'shared-hit': ['shared_hits'],
  'shared-miss': ['shared_misses'],
  undecodable: ['shared_misses', 'undecodable'],
  'undecodable-after-all': ['undecodable'],
  'ram-hit': ['ram_hits'],
  'ram-miss': ['ram_misses'],
  'store-failed': ['errors'],
  refused: ['refused'],
  'too-large': ['too_large'],
}

export function newCounters(): Counters {
  return {
    shared_hits: 0,
    shared_misses: 0,
    ram_hits: 0,
    ram_misses: 0,
    refused: 0,
    too_large: 0,
    undecodable: 0,
    errors: 0,
  }
}

/** Counts in place, since every call does (docs/caching.md, Counters). */
export function count(counters: Counters, outcome: Outcome): void {
  for (const name of counted[outcome]) counters[name]++
}
