/** Minimum speed of incoming bytes. */
export interface Pace {
  /** Maximum milliseconds without a byte. */
  readonly idle: number
  /** Length of each averaging window, in milliseconds. */
  readonly window: number
  /** Minimum average in each window, in bytes per second. */
  readonly rate: number
}

export interface PaceWatch {
  saw(bytes: number): void
  /** The sender is not responsible for the pause that begins now. */
  pause(): void
  resume(): void
  end(): void
}

/** Checks per window: a timer reset on every chunk would cost more than the chunk. */
const looks = 10

/**
 * Calls `tooSlow` when bytes arrive too slowly. Each window has its own average: a fast start must not allow a client
 * to hold the connection for hours with an occasional byte. `demanded` may raise the rate at the end of a window.
 */
export function watchPace(pace: Pace, tooSlow: () => void, demanded = (): number => pace.rate): PaceWatch {
  const { idle, window } = pace
  let [seen, last, begun] = [0, 0, 0]
  let timer: NodeJS.Timeout | undefined
  const look = (): void => {
    const now = performance.now()
    if (now - last >= idle) tooSlow()
    else if (now - begun >= window) judge(now)
  }
  const judge = (now: number): void => {
    if (seen < (demanded() * (now - begun)) / 1000) tooSlow()
    seen = 0
    begun = now
  }
  const pause = (): void => clearInterval(timer)
  const resume = (): void => {
    pause()
    seen = 0
    last = begun = performance.now()
    timer = setInterval(look, Math.min(idle, window) / looks)
  }
  resume()
  return {
    saw: bytes => {
      seen += bytes
      last = performance.now()
    },
    pause,
    resume,
    end: pause,
  }
}
