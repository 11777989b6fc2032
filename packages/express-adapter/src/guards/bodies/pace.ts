/** The minimum speed at which the bytes of a body must arrive. */
export interface Pace {
  /** The maximum time without a received byte, in milliseconds. */
  readonly idle: number
  /** The length of each averaging window, in milliseconds. */
  readonly window: number
  /** The minimum average in each window, in bytes per second. */
  readonly rate: number
}

/**
 * The number of speed checks in each window. Checks at intervals replace a timer that is reset for every chunk, because
 * resetting the timer would take longer than handling the chunk.
 */
const checksPerWindow = 10

/**
 * Calls `tooSlow` when bytes arrive too slowly. Each window has a separate average, because a client must not be able
 * to start fast and then occupy the connection for hours with an occasional byte. `requiredRate` (in bytes per second)
 * is read at the end of each window.
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
    pause,
    resume,
    end: pause,
  }
}
