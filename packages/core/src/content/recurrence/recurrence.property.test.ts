import fc from 'fast-check'
import { RRule } from 'rrule'
import { calendarDate, dayMs, dayOf } from './calendar.js'
import { ruleDays } from './occurrences.js'
import { readRecurrence } from './readRecurrence.js'

const numbers = (min: number, max: number) =>
  fc.array(
    fc.integer({ min, max }).filter(number => number !== 0),
    { minLength: 1, maxLength: 3 },
  )
const weekday = fc.constantFrom('MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU')
const part = (name: string, values: fc.Arbitrary<readonly (string | number)[]>) =>
  fc.option(
    values.map(list => `;${name}=${list.join(',')}`),
    { nil: '', freq: 2 },
  )

const rule = fc
  .record({
    frequency: fc.constantFrom('DAILY', 'WEEKLY', 'MONTHLY', 'YEARLY'),
    interval: part(
      'INTERVAL',
      fc.integer({ min: 1, max: 6 }).map(each => [each]),
    ),
    count: part(
      'COUNT',
      fc.integer({ min: 1, max: 40 }).map(each => [each]),
    ),
    week: part(
      'WKST',
      weekday.map(each => [each]),
    ),
    months: part('BYMONTH', numbers(1, 12)),
    monthDays: part('BYMONTHDAY', numbers(-31, 31)),
    yearDays: part('BYYEARDAY', numbers(-366, 366)),
    // The positions are restricted, because the library returns a day twice if two positions select it, and returns the
    // first day for all positions before this day.
    positions: part('BYSETPOS', fc.constantFrom([1], [2, 3], [-1])),
  })
  .chain(({ frequency, ...parts }) => {
    // The weekdays of a rule are either all numbered or all unnumbered. If both kinds occur, the library requires a day
    // to match both, whereas RFC 5545 requires only one match.
    const isNumbered = frequency === 'MONTHLY' || frequency === 'YEARLY' ? fc.boolean() : fc.constant(false)
    const days = isNumbered.chain(numbered => {
      const nth = fc.constantFrom(...(numbered ? ['1', '-1', '2', '5', '-3'] : ['']))
      const day = fc.tuple(nth, weekday).map(([n, name]) => n + name)
      return fc.array(day, { minLength: 1, maxLength: 3 })
    })
    // The numbers -52 and -53 are not tested, because in the library, days of week 1 that are in the previous year
    // match only the number 1.
    const weeks = frequency === 'YEARLY' ? part('BYWEEKNO', numbers(-51, 53)) : fc.constant('')
    return fc.tuple(part('BYDAY', days), weeks).map(([byDay, byWeek]) => {
      const { interval, count, week, months, monthDays, yearDays, positions } = parts
      // A daily rule does not contain both months and days of the month, because such a rule can have no occurrences,
      // and the library would then search until the year 9999.
      const isDaily = frequency === 'DAILY'
      const chosenDays = isDaily && months !== '' ? '' : monthDays
      const chosenPositions = isDaily ? '' : positions
      // A weekly rule with positions does not set WKST. For positions in the first week, the library counts from the
      // start, whereas RFC 5545 counts from the first day of the week. The start is a Monday, which is also the default
      // of WKST.
      const weekStart = frequency === 'WEEKLY' && chosenPositions !== '' ? '' : week
      const selection = months + chosenDays + (frequency === 'YEARLY' ? yearDays : '') + byDay + byWeek
      return `FREQ=${frequency}${interval}${count}${weekStart}${selection}${selection === '' ? '' : chosenPositions}`
    })
  })

const start = dayOf(2023, 11, 6)
const window = { from: start, to: dayOf(2028, 3, 1) }

function daysOfLibrary(text: string): readonly number[] {
  const options = RRule.parseString(text)
  const library = new RRule({ ...options, dtstart: new Date(start * dayMs) })
  const days: number[] = []
  library.all(date => {
    const day = date.getTime() / dayMs
    if (day > window.to) return false
    days.push(day)
    return true
  })
  return days
}

const parsed = (text: string) => {
  const read = readRecurrence(text)
  if (!('recurrence' in read) || !read.recurrence.rule) throw new Error(`Not readable: ${text}`)
  return read.recurrence.rule
}

describe('the days of a rule', () => {
  it('are those of an established implementation', () => {
    fc.assert(
      fc.property(rule, text => {
        expect([...ruleDays(parsed(text), start, window)]).toEqual(daysOfLibrary(text))
      }),
      { numRuns: 100 },
    )
  })

  it('in a later window equal those of the complete series', () => {
    const days = fc.integer({ min: 0, max: 3000 })
    fc.assert(
      fc.property(rule, days, days, (text, offset, length) => {
        const later = { from: start + offset, to: start + offset + length }
        const whole = [...ruleDays(parsed(text), start, { from: start, to: later.to })]
        expect([...ruleDays(parsed(text), start, later)]).toEqual(whole.filter(day => day >= later.from))
      }),
    )
  })
})

describe('a date', () => {
  it('is that of Date, in both directions', () => {
    fc.assert(
      fc.property(fc.integer({ min: -800_000, max: 3_000_000 }), day => {
        const date = new Date(day * dayMs)
        const expected = { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, date: date.getUTCDate() }
        expect(calendarDate(day)).toEqual(expected)
        expect(dayOf(expected.year, expected.month, expected.date)).toBe(day)
      }),
    )
  })
})
