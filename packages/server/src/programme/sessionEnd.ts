import type { Instant } from '@plenum/core'
import type { FileEvent } from './scheduleFileSchema.js'

const minuteMs = 60_000

interface Timing {
  readonly start: Instant
  readonly duration: string
  readonly moment: (text: string) => Instant | null
}

/**
 * Returns the end of an event. If `end` differs from the start plus the duration by less than a minute, returns `end`,
 * because the duration is rounded to minutes.
 */
export function endOf({ end }: FileEvent, { start, duration, moment }: Timing): Instant {
  const rounded = start + minutesOf(duration) * minuteMs
  const exact = typeof end === 'string' ? moment(end) : null
  return exact !== null && Math.abs(exact - rounded) < minuteMs ? exact : rounded
}

/**
 * Converts a duration to minutes, for example `1:30` to 90. In long durations, pretalx writes the days first:
 * `1:02:30`.
 */
function minutesOf(duration: string): number {
  const [minutes = 0, hours = 0, days = 0] = duration.split(':').map(Number).reverse()
  return (days * 24 + hours) * 60 + minutes
}
