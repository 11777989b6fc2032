/** The turns of the event loop, and the work that waits for one. The first question in a turn begins it. */
export interface TurnLoop {
  /** When the current turn began, on the clock `now`. */
  begun(): number
  next(kind: Kind): Promise<void>
  /**
   * Claims the turn: the first call in a turn does, and others in its first fifth, when who had it has called what this
   * gives, which lets the next one of those who wait with `own` try. Null for all others.
   */
  claim(): (() => void) | null
}

/** `own`: long, of those who want to claim the turn. */
type Kind = 'short' | 'long' | 'own'

interface Waiter {
  readonly isOwn: boolean
  call(): void
}

interface TurnLoopOptions {
  readonly now: () => number
  readonly nextTurn: (callback: () => void) => void
  /** Milliseconds after which a turn is over. */
  readonly length: number
}

/** Pieces of short work at most that are begun in one turn after the first one. */
const mostTogether = 8

export function createTurnLoop({ now, nextTurn, length }: TurnLoopOptions): TurnLoop {
  const lines = { short: [] as Waiter[], long: [] as Waiter[] }
  let begunAt: number | null = null
  let isAnnounced = false
  let wasShort = false
  /** Who has claimed the turn last, until that is done; `left` after that. */
  let claimed: object | 'left' | null = null
  const announce = (): void => {
    if (isAnnounced) return
    isAnnounced = true
    nextTurn(begin)
  }
  // Wakes one waiter, and `followers` short ones that have room in the same turn: what waits longer does so while input
  // and output are served. Short work and long work alternate while both wait.
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
  // A callback each: what one of them has begun stops before the next one is called.
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
