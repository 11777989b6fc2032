import { formatValue } from '@plenum/memoize'

/**
 * The maximum time that an option accepts, in seconds. It is limited, because JavaScript timers support only 31-bit
 * numbers of milliseconds.
 */
const maxSeconds = 2_000_000

/** Converts a time in seconds, the unit of all options, to milliseconds. Throws an Error for an invalid time. */
export function milliseconds(option: string, seconds: number): number {
  if (Number.isFinite(seconds) && seconds > 0 && seconds <= maxSeconds) return seconds * 1000
  throw new Error(
    `The option ${option} must be a number of seconds above 0, at most ${maxSeconds}, not ${formatValue(seconds)}.`,
  )
}
