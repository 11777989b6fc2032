import type { Instant } from './instants.js'
import { badRequest } from './messages.js'

/**
 * The local time in a zone. `day` has the form `YYYY-MM-DD` (ISO 8601, with a sign for years beyond four digits),
 * `hour` is 0 to 23, and `minute` is 0 to 59.
 */
export interface WallClock {
  readonly day: string
  readonly hour: number
  readonly minute: number
}

export type ReadWallClock = (instant: Instant) => WallClock

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs
/** The latest instant that `Date` can represent. The earliest instant is the negative of this number. */
const maxInstant: Instant = 8.64e15

/**
 * Returns a function that converts instants to local time, or null for an unknown zone. Unlike `wallClockIn`, this
 * function does not need the message catalog, so browser code can use it.
 */
export function wallClockOf(zone: string): ReadWallClock | null {
  const offsetAt = offsetsOf(zone)
  return offsetAt && wallClockReader(offsetAt)
}

type ReadOffset = (instant: Instant) => number

/**
 * Returns a function that determines the offset of a zone at an instant, or null for an unknown zone. Offsets are in
 * milliseconds and are positive to the east of UTC.
 */
function offsetsOf(zone: string): ReadOffset | null {
  if (zone === 'UTC') return () => 0
  const formatter = formatterOf(zone)
  return formatter && offsetReader(formatter)
}

/**
 * Converts between instants and local time. A local time is represented by the instant at which a UTC clock shows the
 * same time.
 */
export interface LocalTime {
  toLocal(instant: Instant): number
  /**
   * Converts a local time to an instant. If a local time occurs twice, the first occurrence is used. A skipped local
   * time is converted with the offset before the clock change.
   */
  toInstant(local: number): Instant
}

/**
 * Returns functions that convert between instants and local time in an IANA zone. Throws a DomainError `bad-request`
 * for an unknown zone.
 */
export function localTimeIn(zone: string): LocalTime {
  const offsetAt = offsetsOf(zone)
  if (!offsetAt) throw badRequest('zone.unknown', { zone })
  return {
    toLocal: instant => instant + offsetAt(instant),
    toInstant: local => {
      const earlier = local - offsetAt(local - dayMs)
      const later = local - offsetAt(local + dayMs)
      return earlier + offsetAt(earlier) !== local && later + offsetAt(later) === local ? later : earlier
    },
  }
}

// The cached formatters by zone. Creating a formatter takes a quarter of a millisecond, and a site uses only a few
// zones.
const formatters = new Map<string, Intl.DateTimeFormat>()
const maxFormatters = 100

function formatterOf(zone: string): Intl.DateTimeFormat | null {
  const cached = formatters.get(zone)
  if (cached) return cached
  const formatter = makeFormatter(zone)
  if (formatters.size >= maxFormatters) formatters.clear()
  if (formatter) formatters.set(zone, formatter)
  return formatter
}

// Creates a formatter. Offsets such as `+02:00` are rejected, because only some JavaScript engines accept them as
// zones.
function makeFormatter(zone: string): Intl.DateTimeFormat | null {
  if (/^[+-]/.test(zone)) return null
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'longOffset' })
  } catch {
    return null
  }
}

/**
 * Returns a function that determines the offset of a zone at an instant. Formatting is expensive, so a UTC day that
 * begins and ends with the same offset is assumed to have this offset throughout. This is correct because no zone in
 * the IANA database changes its clocks twice within two days.
 */
function offsetReader(formatter: Intl.DateTimeFormat): ReadOffset {
  const offsets = new Map<Instant, number>()
  const exactOffset = (instant: Instant) => {
    const offset = offsets.get(instant) ?? offsetIn(formatter.format(instant))
    offsets.set(instant, offset)
    return offset
  }
  return instant => {
    const midnight = Math.floor(instant / dayMs) * dayMs
    const offset = exactOffset(midnight)
    return offset === exactOffset(Math.min(midnight + dayMs, maxInstant)) ? offset : exactOffset(instant)
  }
}

/**
 * Returns the offset in a string that ends in `GMT-03:30`, `GMT-03:30:52` or `GMT`. The result is in milliseconds and
 * positive to the east of UTC.
 */
function offsetIn(text: string): number {
  const [, sign, hours = 0, minutes = 0, seconds = 0] = /GMT([+-])(\d\d):(\d\d)(?::(\d\d))?$/.exec(text) ?? []
  const offset = (Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)) * 1000
  return sign === '-' ? -offset : offset
}

/**
 * Returns a function that converts instants to local time. Formatted days are cached, because formatting is expensive
 * and an event lasts only a few days.
 */
function wallClockReader(offsetAt: ReadOffset): ReadWallClock {
  const days = new Map<number, string>()
  return instant => {
    const local = Math.max(-maxInstant, Math.min(instant + offsetAt(instant), maxInstant))
    const midnight = Math.floor(local / dayMs) * dayMs
    const day = days.get(midnight) ?? dateOf(midnight)
    days.set(midnight, day)
    const minutes = Math.floor((local - midnight) / minuteMs)
    return { day, hour: Math.floor(minutes / 60), minute: minutes % 60 }
  }
}

function dateOf(midnight: Instant): string {
  const iso = new Date(midnight).toISOString()
  return iso.slice(0, iso.indexOf('T'))
}

/**
 * Whether `name` is an IANA time zone. Offsets such as `+02:00` are refused, because they do not reflect daylight
 * saving time.
 */
export const isTimeZone = (name: string): boolean => wallClockOf(name) !== null

/**
 * Returns a function that converts instants to the local time in an IANA zone. Reuse the function, because creating it
 * is expensive. Throws a DomainError `bad-request` for an unknown zone (docs/schedule.md, Event settings, rule 1).
 *
 * @example
 * const wallClock = wallClockIn('Europe/Berlin')
 * wallClock(Date.UTC(2027, 6, 1, 7, 30)) // { day: '2027-07-01', hour: 9, minute: 30 }
 */
export function wallClockIn(zone: string): ReadWallClock {
  const readWallClock = wallClockOf(zone)
  if (!readWallClock) throw badRequest('zone.unknown', { zone })
  return readWallClock
}
