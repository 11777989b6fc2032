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

/**
 * Tells when bytes come too slowly. The average is taken anew for each stretch: who has sent much at once may not
 * hold it for hours by a byte now and then.
 */
export function watchPace({ idle, window, rate }: Pace, tooSlow: () => void): PaceWatch {
  let seen = 0
  let timers: { readonly silence: NodeJS.Timeout; readonly average: NodeJS.Timeout } | null = null
  const judge = (): void => {
    if (seen < (rate * window) / 1000) tooSlow()
    seen = 0
  }
  const pause = (): void => {
    clearTimeout(timers?.silence)
    clearInterval(timers?.average)
    timers = null
  }
  const resume = (): void => {
    pause()
    seen = 0
    timers = { silence: setTimeout(tooSlow, idle), average: setInterval(judge, window) }
  }
  resume()
  return {
    saw: bytes => {
      seen += bytes
      timers?.silence.refresh()
    },
    pause,
    resume,
    end: pause,
  }
}
