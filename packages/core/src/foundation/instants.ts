/** A point in time: the number of milliseconds since 1970-01-01T00:00:00Z. */
export type Instant = number

export const earlier = (a: Instant | null, b: Instant | null): Instant | null =>
  a === null || b === null ? (a ?? b) : Math.min(a, b)

/** The number of milliseconds to add to an upper limit in whole seconds, so that the limit includes the last second. */
export const restOfSecond = 999

interface ParsedTime {
  readonly year: number
  readonly month: number
  readonly day: number
  /** The weekday as three lowercase letters, such as `mon`, or undefined if the string contains no weekday. */
  readonly weekday?: string | undefined
  readonly hour: number
  readonly minute: number
  readonly second: number
  /** The time zone: `Z`, `GMT`, `UT`, `UTC` or an offset. If the zone is undefined, the time is in UTC. */
  readonly zone?: string | undefined
}

const minuteMs = 60_000
const weekdays = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat']
const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

const compactDate = /^(\d{4})(\d\d)(\d\d)$/
const isoTime = /^(\d{4})-(\d\d)-(\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d)(?:\.\d+)?)?(Z|[+-]\d\d(?::?\d\d)?)?)?$/
const mailTime =
  /^(?:([a-z]{3}), *)?(\d{1,2}) +([a-z]{3}) +(\d{4}) +(\d\d):(\d\d)(?::(\d\d))?(?: +(GMT|UTC?|[+-]\d{4}))?$/i

const earliest = midnightUtc(1, 1, 1)
const latest = midnightUtc(9999, 12, 31) + 86_399_000

export const withinYears = (instant: Instant): Instant => Math.max(earliest, Math.min(instant, latest))

/**
 * Parses a date (`2027-03-01` or `20270301`, at midnight), a date with a time (`2027-03-01T09:00` or `2027-03-01
 * 09:00`, optionally with seconds and a fraction), or an RFC 2822 date. Fractions are truncated to milliseconds. The
 * default zone is UTC. Returns null for other strings, for dates that do not exist, for dates with a wrong weekday, and
 * for years outside 0001 to 9999 (docs/content-and-access.md, Dates).
 */
export function parseInstant(text: string): Instant | null {
  const time = readIso(text) ?? readMail(text)
  return time && instantOf(time)
}

/**
 * Formats an instant in UTC, truncated to seconds, for example as `2027-03-01T09:00:00+00:00`. The year must be between
 * 0001 and 9999.
 */
export function formatInstant(instant: Instant): string {
  // `toISOString` takes more than twice as long as this code, and listings call this function thousands of times.
  const date = new Date(instant)
  const day = `${fourDigits(date.getUTCFullYear())}-${pair(date.getUTCMonth() + 1)}-${pair(date.getUTCDate())}`
  return `${day}T${pair(date.getUTCHours())}:${pair(date.getUTCMinutes())}:${pair(date.getUTCSeconds())}+00:00`
}

function readIso(text: string): ParsedTime | null {
  const match = compactDate.exec(text) ?? isoTime.exec(text)
  if (!match) return null
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = match
    .slice(1, 7)
    .map(digits => +(digits ?? 0))
  return { year, month, day, hour, minute, second, zone: match[7] }
}

function readMail(text: string): ParsedTime | null {
  const match = mailTime.exec(text)
  if (!match) return null
  const [day = 0, , year = 0, hour = 0, minute = 0, second = 0] = match.slice(2, 8).map(digits => +(digits ?? 0))
  const month = months.indexOf((match[3] ?? '').toLowerCase()) + 1
  return { year, month, day, weekday: match[1]?.toLowerCase(), hour, minute, second, zone: match[8]?.toUpperCase() }
}

function instantOf({ year, month, day, weekday, hour, minute, second, zone }: ParsedTime): Instant | null {
  const midnight = midnightUtc(year, month, day)
  const offset = offsetMinutes(zone)
  const date = new Date(midnight)
  const exists =
    date.getUTCMonth() + 1 === month && date.getUTCDate() === day && hour < 24 && minute < 60 && second < 60
  const rightWeekday = weekday === undefined || weekdays[date.getUTCDay()] === weekday
  if (offset === null || !exists || !rightWeekday || year < 1) return null
  const instant = midnight + (hour * 60 + minute - offset) * minuteMs + second * 1000
  return instant < earliest || instant > latest ? null : instant
}

/** Returns midnight UTC on a date. An invalid day rolls over into the next month: 30 February becomes 1 or 2 March. */
function midnightUtc(year: number, month: number, day: number): number {
  // Date.UTC interprets the years 0 to 99 as 1900 to 1999. The year is therefore increased by 400, and the 146,097 days
  // in 400 years are subtracted.
  return Date.UTC(year + 400, month - 1, day) - 146_097 * 1440 * minuteMs
}

function offsetMinutes(zone: string | undefined): number | null {
  const sign = zone?.[0]
  if (zone === undefined || (sign !== '+' && sign !== '-')) return 0
  const hours = +zone.slice(1, 3)
  const minutes = +zone.slice(-2) * (zone.length > 3 ? 1 : 0)
  if (hours > 23 || minutes > 59) return null
  return (sign === '-' ? -1 : 1) * (hours * 60 + minutes)
}

const pair = (number: number): string => (number < 10 ? `0${number}` : `${number}`)

const fourDigits = (year: number): string => (year > 999 ? `${year}` : `${year}`.padStart(4, '0'))
