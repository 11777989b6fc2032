import type { Memoizer } from '@plenum/memoize'

export interface Invalidations {
  /** Drops the memoized values of this process if the number of invalidations differs from the last known number. */
  notice(count: number): void
  /** Sets the last known number after an invalidation by this process, which has already dropped its own values. */
  noticeOwn(count: number): void
}

/**
 * Returns functions that drop memoized values after invalidations by other processes. Without a connection to a shared
 * cache server, a process learns about these invalidations only from the database (docs/caching.md, Invalidation of
 * responses).
 */
export function followInvalidations(memoizer: Pick<Memoizer, 'forget'> | undefined): Invalidations {
  let last: number | null = null
  const notice = (count: number): void => {
    if (count === last) return
    last = count
    memoizer?.forget(null)
  }
  return {
    notice,
    noticeOwn: count => {
      // If the number has increased by more than one, another process has also recorded an invalidation.
      if (last === count - 1) last = count
    },
  }
}
