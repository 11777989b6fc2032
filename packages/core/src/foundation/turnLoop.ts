/** The turns of the event loop, and who waits for one. A turn begins when somebody first asks. */
export interface TurnLoop {
  /** When the present turn was first heard of. */
  begun(): number
  next(kind: 'short' | 'long'): Promise<void>
  /** True for the first who asks in a turn. */
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
  // One of those who wait, so that input and output are served before the next. Short work goes first, but not always.
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
