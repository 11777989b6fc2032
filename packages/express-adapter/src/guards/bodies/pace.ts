/** Minimum speed of incoming bytes. */
export interface Pace {
  /** Maximum milliseconds without a byte. */
  readonly idle: number
  /** Length of each averaging window, in milliseconds. */
  readonly window: number
  /** Minimum average in each window, in bytes per second. */
  readonly rate: number
}

/** Checks per window: a timer reset on every chunk would cost more than the chunk. */
const checksPerWindow = 10

/**
 * Calls `tooSlow` when bytes arrive too slowly. Each window has its own average: a fast start must not allow a client
 * to hold the connection for hours with an occasional byte. `demanded` may raise the rate at the end of a window.
 */
export function watchPace(pace: Pace, tooSlow: () => void, requiredRate = (): number => pace.rate) {
  const { idle, window } = pace
  let [received, last, startedAt] = [0, 0, 0]
  let timer: NodeJS.Timeout | undefined
  const check = (): void => {
    const now = performance.now()
    if (now - last >= idle) tooSlow()
    else if (now - startedAt >= window) closeWindow(now)
  }
  const closeWindow = (now: number): void => {
    if (received < (requiredRate() * (now - startedAt)) / 1000) tooSlow()
    received = 0
    startedAt = now
  }
  const pause = (): void => clearInterval(timer)
  const resume = (): void => {
    pause()
    received = 0
    last = startedAt = performance.now()
    timer = setInterval(check, Math.min(idle, window) / checksPerWindow)
  }
  resume()
  return {
    add: (bytes: number): void => {
      received += bytes
      last = performance.now()
    },
    /** The sender is not responsible for the pause that begins now. */
    pause,
    resume,
    end: pause,
  }
}
