/**
 * Divides the event loop into time slices and queues tasks that wait for a slice. A slice begins when `begun` is called
 * or a waiting task continues.
 */
export interface SliceLoop {
  /** Returns the time when the current slice began, in the units of `now`. */
  begun(): number
  next(kind: Kind): Promise<void>
  /**
   * Claims the exclusive slice, or returns null if another task has claimed it. The returned function releases the
   * claim. If the claim is released during the first fifth of the slice, the next waiter of the kind `own` may claim
   * the slice.
   */
  claim(): (() => void) | null
}

/** The kinds of waiters. `own` is a long task that waits for the exclusive slice. */
type Kind = 'short' | 'long' | 'own'

interface Waiter {
  readonly isExclusive: boolean
  call(): void
}

interface SliceLoopOptions {
  readonly now: () => number
  readonly nextSlice: (callback: () => void) => void
  readonly length: number
}

/** The maximum number of short tasks that start in the same slice after the first one. */
const maxFollowers = 8

export function createSliceLoop({ now, nextSlice, length }: SliceLoopOptions): SliceLoop {
  const queues = { short: [] as Waiter[], long: [] as Waiter[] }
  let startedAt: number | null = null
  let isAnnounced = false
  let wasShort = false
  /**
   * The token of the latest claim in this slice, `'left'` after the claim has been released, or null if the slice has
   * not been claimed.
   */
  let currentClaim: object | 'left' | null = null
  const announce = (): void => {
    if (isAnnounced) return
    isAnnounced = true
    nextSlice(begin)
  }
  // Wakes one waiter and up to `maxFollowers` short tasks. All other waiters wait until Node has processed I/O. Short
  // and long tasks alternate while both wait.
  const begin = (): void => {
    isAnnounced = false
    startedAt = null
    currentClaim = null
    const preferred = wasShort ? queues.long : queues.short
    const waiter = preferred.shift() ?? queues.short.shift() ?? queues.long.shift()
    if (!waiter) return
    wasShort = !wasShort
    startedAt = now()
    announce()
    waiter.call()
  }
  let followers = 0
  const follow = (): void => {
    followers -= 1
    if (hasTime()) queues.short.shift()?.call()
    callFollowers()
  }
  // Starts each following short task in a separate callback, so that it runs to its next pause before the next one
  // starts.
  const callFollowers = (): void => {
    while (followers < Math.min(queues.short.length, maxFollowers)) {
      followers += 1
      nextSlice(follow)
    }
  }
  const begun = (): number => {
    announce()
    startedAt ??= now()
    return startedAt
  }
  const hasTime = (): boolean => now() - begun() < length / 5
  const releaseClaim = (): void => {
    currentClaim = 'left'
    if (queues.long[0]?.isExclusive && hasTime()) queues.long.shift()?.call()
  }
  return {
    begun,
    next: kind =>
      new Promise(resolve => {
        const isExclusive = kind === 'own'
        queues[isExclusive ? 'long' : kind].push({ isExclusive, call: resolve })
        announce()
        callFollowers()
      }),
    claim: () => {
      if (currentClaim === null) announce()
      else if (currentClaim !== 'left' || !hasTime()) return null
      const token = {}
      currentClaim = token
      return () => {
        if (currentClaim === token) releaseClaim()
      }
    },
  }
}
