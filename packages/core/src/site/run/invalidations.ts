import type { Memoizer } from '../../memoize/memoizer/memoizer.js'

/** Follows the invalidations that a store has recorded, of this process and of all others. */
export interface Invalidations {
  /** Drops what this process has memoized when the count in a snapshot differs from the last one. */
  notice(count: number): void
  /** As `notice`, for an invalidation of this process, which has dropped the values concerned already. */
  noticeOwn(count: number): void
}

/**
 * A process without a shared server, and one that has lost it, hears of invalidations through the database of the site
 * alone (docs/caching.md, Invalidation of answers).
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
      // Otherwise another process has recorded one in between.
      if (last === count - 1) last = count
    },
  }
}
