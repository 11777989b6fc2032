import type { Memoizer } from '@plenum/memoize'

export interface Invalidations {
  /** Drops the memoized values of this process if the count in a snapshot differs from the last known count. */
  notice(count: number): void
  /** Sets the last known count after an invalidation by this process, which has already dropped the values. */
  noticeOwn(count: number): void
}

/**
 * Creates a follower of recorded invalidations. Without a connection to a shared cache server, a process learns about
 * invalidations only from the database (docs/caching.md, Invalidation of responses).
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
      // A larger step means that another process has recorded an invalidation in the meantime.
      if (last === count - 1) last = count
    },
  }
}
