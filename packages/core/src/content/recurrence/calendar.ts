import type { Day } from './recurrence.js'

export const dayMs = 86_400_000

export interface CalendarDate {
  readonly year: number
  readonly month: number
  readonly date: number
}

// The conversions between day numbers and dates use years that begin in March, so that the leap day is the last day of
// the year. `Date` would take ten times as long, which matters because evaluating a rule can involve 20,000 days.

const [daysIn400Years, daysToMarch1970] = [146_097, 719_468]

export function calendarDate(day: Day): CalendarDate {
  const days = day + daysToMarch1970
  const era = Math.floor(days / daysIn400Years)
  const ofEra = days - era * daysIn400Years
  const years = Math.floor(
    (ofEra - Math.floor(ofEra / 1460) + Math.floor(ofEra / 36_524) - Math.floor(ofEra / 146_096)) / 365,
  )
  const ofYear = ofEra - (365 * years + Math.floor(years / 4) - Math.floor(years / 100))
  const month = Math.floor((5 * ofYear + 2) / 153)
  const isNextYear = month >= 10
  return {
    year: years + era * 400 + (isNextYear ? 1 : 0),
    month: isNextYear ? month - 9 : month + 3,
    date: ofYear - Math.floor((153 * month + 2) / 5) + 1,
  }
}

/** Returns the day number of a date. Months greater than 12 are months in later years. */
export function dayOf(year: number, month: number, date: number): Day {
  const monthsSinceMarch = year * 12 + month - 3
  const marchYear = Math.floor(monthsSinceMarch / 12)
  const ofYear = Math.floor((153 * (monthsSinceMarch - marchYear * 12) + 2) / 5) + date - 1
  const leapDays = Math.floor(marchYear / 4) - Math.floor(marchYear / 100) + Math.floor(marchYear / 400)
  return marchYear * 365 + leapDays + ofYear - daysToMarch1970
}

export const weekdayOf = (day: Day): number => (((day + 3) % 7) + 7) % 7

export const weekBegin = (day: Day, weekStart: number): Day => day - ((weekdayOf(day) - weekStart + 7) % 7)

/** Returns the first day of week 1: the first week with at least four days in the year (RFC 5545, section 3.3.10). */
const firstWeek = (year: number, weekStart: number): Day => weekBegin(dayOf(year, 1, 4), weekStart)

export function weekNumbers(day: Day, weekStart: number): readonly [number, number] {
  const { year } = calendarDate(day)
  const begins = [year - 1, year, year + 1, year + 2].map(each => firstWeek(each, weekStart))
  const at = begins.findLastIndex(begin => begin <= day)
  const [begin = 0, next = 0] = begins.slice(at)
  const number = Math.floor((day - begin) / 7) + 1
  return [number, number - (next - begin) / 7 - 1]
}
