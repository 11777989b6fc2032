/** How fast bytes have to come. */
export interface Pace {
  /** Milliseconds that may pass without a byte. */
  readonly idle: number
  /** Milliseconds over which the average is taken, one stretch after the other. */
  readonly window: number
  /** Bytes a second, on average over each of these stretches. */
  readonly rate: number
}

export interface PaceWatch {
  saw(bytes: number): void
  /** From now on it is not the sender for whom the bytes wait. */
  pause(): void
  resume(): void
  end(): void
}

/** Looks in each of the times of a pace: a timer that every chunk starts anew would cost more than the chunk. */
const looks = 10

/**
 * Tells when bytes come too slowly. The average is taken anew for each stretch: who has sent much at once may not
 * hold it for hours by a byte now and then. `demanded` may raise the rate at the end of a stretch.
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
