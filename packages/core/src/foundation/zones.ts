import { DomainError } from './domainError.js'
import { message } from './messages.js'
import { type ReadWallClock, wallClockOf } from './wallClock.js'

/**
 * Whether `name` is a zone of the IANA database. Offsets such as `+02:00` are not: they have no daylight saving time.
 */
export function isTimeZone(name: string): boolean {
  return wallClockOf(name) !== null
}

/**
 * Returns a function that converts instants to local time in an IANA zone. Reuse it: creating it is expensive. Throws a
 * DomainError `bad-request` for an unknown zone (docs/schedule.md, Event settings, rule 1).
 *
 * @example
 * const wallClock = wallClockIn('Europe/Berlin')
 * wallClock(Date.UTC(2027, 6, 1, 7, 30)) // { day: '2027-07-01', hour: 9, minute: 30 }
 */
export function wallClockIn(zone: string): ReadWallClock {
  const readWallClock = wallClockOf(zone)
  if (!readWallClock) throw new DomainError('bad-request', message('zone.unknown', { zone }))
  return readWallClock
}
