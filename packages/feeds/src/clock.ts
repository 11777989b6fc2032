import { type Instant, type PublishedProgramme, wallClockIn } from '@plenum/core'

const minute = 60_000

export interface LocalMoment {
  readonly date: string
  readonly time: string
  /** The time with its UTC offset, such as `2027-05-01T09:30:00+02:00`. */
  readonly iso: string
}

export type Clock = (instant: Instant) => LocalMoment

export function clockIn(zone: string): Clock {
  const wallClock = wallClockIn(zone)
  return instant => {
    const { day, hour, minute: minutes } = wallClock(instant)
    const time = `${twoDigits(hour)}:${twoDigits(minutes)}`
    const wholeMinute = Math.floor(instant / minute) * minute
    const second = twoDigits(Math.floor((instant - wholeMinute) / 1000))
    const offset = Date.parse(`${day}T${time}Z`) - wholeMinute
    const ahead = Math.abs(offset) / minute
    const zoneOffset = `${offset < 0 ? '-' : '+'}${twoDigits(Math.floor(ahead / 60))}:${twoDigits(ahead % 60)}`
    return { date: day, time, iso: `${day}T${time}:${second}${zoneOffset}` }
  }
}

/** Whether the year of an instant is between 0001 and 9999, as the formats of schedule files require. */
export const hasWritableDate = (clock: Clock, instant: Instant): boolean => /^(?!0000)\d{4}-/.test(clock(instant).date)

/** Returns the duration in hours and minutes, such as `01:30`. The number of hours can exceed 99. */
export function durationOf({ start, end }: { readonly start: Instant; readonly end: Instant }): string {
  const minutes = Math.round((end - start) / minute)
  return `${twoDigits(Math.floor(minutes / 60))}:${twoDigits(minutes % 60)}`
}

/**
 * Returns the date of a schedule without slots: the start of the event or, if the event has no start, the current day.
 */
export const fallbackDay = ({ start, now, timezone }: PublishedProgramme): LocalMoment =>
  clockIn(timezone)(start ?? now)

const twoDigits = (number: number): string => String(number).padStart(2, '0')
