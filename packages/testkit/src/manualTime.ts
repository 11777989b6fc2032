/** A clock with timers. The time changes only when the test calls `advance`. */
export interface ManualTime {
  /** Returns the current time in milliseconds. */
  readonly clock: () => number
  readonly timer: (milliseconds: number, run: () => void) => () => void
  /** Advances the clock, runs the due timers in order, and lets waiting code continue. */
  advance(milliseconds: number): Promise<void>
  readonly timers: number
}

export function manualTime(start = 1000): ManualTime {
  let now = start
  const waiting = new Set<{ readonly due: number; readonly run: () => void }>()

  const nextUntil = (end: number) => [...waiting].filter(({ due }) => due <= end).sort((a, b) => a.due - b.due)[0]

  return {
    clock: () => now,
    timer: (milliseconds, run) => {
      const timer = { due: now + milliseconds, run }
      waiting.add(timer)
      return () => waiting.delete(timer)
    },
    advance: async milliseconds => {
      const end = now + milliseconds
      await slice()
      for (let next = nextUntil(end); next; next = nextUntil(end)) {
        now = Math.max(now, next.due)
        waiting.delete(next)
        next.run()
        await slice()
      }
      now = end
    },
    get timers() {
      return waiting.size
    },
  }
}

/** Waits for one iteration of the event loop. */
export function slice(): Promise<void> {
  return new Promise(resolve => setImmediate(resolve))
}
