/** The turns of the event loop, and the work that waits for one. The first question in a turn begins it. */
export interface TurnLoop {
  /** When the current turn began, on the clock `now`. */
  begun(): number
  next(kind: 'short' | 'long'): Promise<void>
  /** True for the first call in a turn, false for all others. */
  claim(): boolean
}

export function createTurnLoop(now: () => number, nextTurn: (callback: () => void) => void): TurnLoop {
  const lines = { short: [] as (() => void)[], long: [] as (() => void)[] }
  let begunAt: number | null = null
  let isAnnounced = false
  let wasShort = false
  let isClaimed = false
  const announce = (): void => {
    if (isAnnounced) return
    isAnnounced = true
    nextTurn(begin)
  }
  // Wakes only one waiter, so that input and output are served before the next one. Short work and long work alternate
  // while both wait.
  const begin = (): void => {
    isAnnounced = false
    begunAt = null
    isClaimed = false
    const preferred = wasShort ? lines.long : lines.short
    const called = preferred.shift() ?? lines.short.shift() ?? lines.long.shift()
    if (!called) return
    wasShort = !wasShort
    begunAt = now()
    announce()
    called()
  }
  return {
    begun: () => {
      announce()
      begunAt ??= now()
      return begunAt
    },
    next: kind =>
      new Promise(resolve => {
        lines[kind].push(resolve)
        announce()
      }),
    claim: () => {
      announce()
      const isFirst = !isClaimed
      isClaimed = true
      return isFirst
    },
  }
}
