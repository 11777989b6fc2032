/** The time slices of the event loop, and the queue of tasks waiting for one. The first call in a slice begins it. */
export interface TurnLoop {
  /** The start of the current slice, on the clock `now`. */
  begun(): number
  next(kind: Kind): Promise<void>
  /**
   * Claims the exclusive slice; null if another task has it. Call the result to release it: during the first fifth of
   * the slice, the next waiter of kind `own` may then claim it.
   */
  claim(): (() => void) | null
}

/** `own`: a long task that wants to claim the exclusive slice. */
type Kind = 'short' | 'long' | 'own'

interface Waiter {
  readonly isOwn: boolean
  call(): void
}

interface TurnLoopOptions {
  readonly now: () => number
  readonly nextTurn: (callback: () => void) => void
  /** Length of a slice in milliseconds. */
  readonly length: number
}

/** Maximum number of short tasks that start in a slice after the first one. */
const mostTogether = 8

export function createTurnLoop({ now, nextTurn, length }: TurnLoopOptions): TurnLoop {
  const lines = { short: [] as Waiter[], long: [] as Waiter[] }
  let begunAt: number | null = null
  let isAnnounced = false
  let wasShort = false
  /** The token of the latest claim; `left` after its release. */
  let claimed: object | 'left' | null = null
  const announce = (): void => {
    if (isAnnounced) return
    isAnnounced = true
    nextTurn(begin)
  }
  // Wakes one waiter; `followers` short ones may follow in the same slice. All others wait until Node has served I/O.
  // Short and long tasks alternate while both wait.
  const begin = (): void => {
    isAnnounced = false
    begunAt = null
    claimed = null
    const preferred = wasShort ? lines.long : lines.short
    const called = preferred.shift() ?? lines.short.shift() ?? lines.long.shift()
    if (!called) return
    wasShort = !wasShort
    begunAt = now()
    announce()
    called.call()
  }
  let followers = 0
  const follow = (): void => {
    followers -= 1
    if (hasRoom()) lines.short.shift()?.call()
    callFollowers()
  }
  // One callback per follower, so that each runs to its next pause before the next one starts.
  const callFollowers = (): void => {
    while (followers < Math.min(lines.short.length, mostTogether)) {
      followers += 1
      nextTurn(follow)
    }
  }
  const begun = (): number => {
    announce()
    begunAt ??= now()
    return begunAt
  }
  const hasRoom = (): boolean => now() - begun() < length / 5
  const leave = (): void => {
    claimed = 'left'
    if (lines.long[0]?.isOwn && hasRoom()) lines.long.shift()?.call()
  }
  return {
    begun,
    next: kind =>
      new Promise(resolve => {
        const isOwn = kind === 'own'
        lines[isOwn ? 'long' : kind].push({ isOwn, call: resolve })
        announce()
        callFollowers()
      }),
    claim: () => {
      if (claimed === null) announce()
      else if (claimed !== 'left' || !hasRoom()) return null
      const mine = {}
      claimed = mine
      return () => {
        if (claimed === mine) leave()
      }
    },
  }
}
