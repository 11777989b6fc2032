import { type Message, message } from '../../foundation/messages.js'
import { calendarDate, dayOf } from './calendar.js'
import type { Day, Frequency, Recurrence, RecurrenceRule, Weekday } from './recurrence.js'

const [maxLength, maxDates, maxListed] = [2000, 100, 100]

/**
 * Parses the RRULE, RDATE and EXDATE lines of a recurrence (RFC 5545, section 3.8.5) in the form that Plone editors
 * produce. An unnamed line is a rule. A leading DTSTART line is ignored. Times of day are ignored, because all
 * occurrences begin at the same time of day as the event.
 *
 * @example readRecurrence('RRULE:FREQ=WEEKLY;COUNT=10\nEXDATE:20270104T000000')
 */
export function readRecurrence(text: string): { readonly recurrence: Recurrence } | { readonly problem: Message } {
  if (text.length > maxLength) return { problem: message('recurrence.too-long', { maximum: maxLength }) }
  const lines = text
    .split(/[\r\n]+/)
    .map(line => line.trim())
    .filter(line => line !== '')
  const parts: Parts = { rule: null, added: [], removed: [] }
  for (const line of lines) {
    const [, name = 'RRULE', value = ''] = /^(?:([A-Z]+)(?:;[^:]*)?:)?(.*)$/i.exec(line) ?? []
    const problem = readLine(name.toUpperCase(), value, parts)
    if (problem) return { problem }
  }
  const { added, removed } = parts
  if (added.length > maxDates || removed.length > maxDates)
    return { problem: message('recurrence.too-many-dates', { maximum: maxDates }) }
  return { recurrence: parts }
}

interface Parts {
  rule: RecurrenceRule | null
  readonly added: Day[]
  readonly removed: Day[]
}

function readLine(name: string, value: string, parts: Parts): Message | null {
  if (name === 'DTSTART') return null
  if (name === 'RRULE') {
    const rule = readRule(value)
    if (parts.rule) return message('recurrence.rules')
    if ('problem' in rule) return rule.problem
    parts.rule = rule
    return null
  }
  if (name !== 'RDATE' && name !== 'EXDATE') return partProblem(name)
  const days = value.split(',').map(readDay)
  if (days.includes(null)) return partProblem(value)
  const list = name === 'RDATE' ? parts.added : parts.removed
  list.push(...days.filter(day => day !== null))
  return null
}

const partProblem = (part: string): Message => message('recurrence.part', { part: part.slice(0, 100) })

/** Reads the day in a value, with or without a time. For a period, reads the day on which it begins. */
function readDay(text: string): Day | null {
  const [, year = '', month = '', date = ''] = /^(\d{4})(\d\d)(\d\d)(?:T\d{6}Z?)?(?:\/\w+)?$/i.exec(text.trim()) ?? []
  const day = dayOf(Number(year), Number(month), Number(date))
  const read = calendarDate(day)
  return year !== '' && read.month === Number(month) && read.date === Number(date) ? day : null
}

const frequencies: readonly string[] = ['DAILY', 'WEEKLY', 'MONTHLY', 'YEARLY'] satisfies readonly Frequency[]
const weekdays = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU']

function readRule(text: string): RecurrenceRule | { readonly problem: Message } {
  const parts = new Map<string, string>()
  for (const part of text.split(';').filter(each => each !== '')) {
    const [name = '', value = ''] = part.toUpperCase().split('=')
    if (!Object.hasOwn(readers, name) || parts.has(name) || readers[name as keyof typeof readers](value) === null)
      return { problem: name === 'FREQ' ? message('recurrence.frequency') : partProblem(part) }
    parts.set(name, value)
  }
  if (!parts.has('FREQ')) return { problem: message('recurrence.frequency') }
  const read = <K extends keyof typeof readers>(name: K, otherwise: NonNullable<ReturnType<(typeof readers)[K]>>) =>
    (readers[name](parts.get(name) ?? '') ?? otherwise) as typeof otherwise
  return {
    frequency: read('FREQ', 'DAILY'),
    interval: read('INTERVAL', 1),
    count: parts.has('COUNT') ? read('COUNT', 1) : null,
    until: parts.has('UNTIL') ? read('UNTIL', 0) : null,
    weekStart: read('WKST', 0),
    months: read('BYMONTH', []),
    weeks: read('BYWEEKNO', []),
    yearDays: read('BYYEARDAY', []),
    monthDays: read('BYMONTHDAY', []),
    weekdays: read('BYDAY', []),
    positions: read('BYSETPOS', []),
  }
}

/** Parsers for the parts of a rule. They return null for invalid values. */
const readers = {
  FREQ: (text: string) => (frequencies.includes(text) ? (text as Frequency) : null),
  INTERVAL: (text: string) => numberIn(text, 1, 100_000),
  COUNT: (text: string) => numberIn(text, 1, 1_000_000),
  UNTIL: readDay,
  WKST: (text: string) => (weekdays.includes(text) ? weekdays.indexOf(text) : null),
  BYMONTH: (text: string) => listOf(text, each => numberIn(each, 1, 12)),
  BYWEEKNO: (text: string) => listOf(text, signed(53)),
  BYYEARDAY: (text: string) => listOf(text, signed(366)),
  BYMONTHDAY: (text: string) => listOf(text, signed(31)),
  BYDAY: (text: string) => listOf(text, readWeekday),
  BYSETPOS: (text: string) => listOf(text, signed(366)),
}

function numberIn(text: string, min: number, max: number): number | null {
  const number = Number(text)
  return /^[+-]?\d{1,7}$/.test(text) && number >= min && number <= max ? number : null
}

const signed = (max: number) => (text: string) => (Number(text) === 0 ? null : numberIn(text, -max, max))

function listOf<T>(text: string, read: (text: string) => T | null): readonly T[] | null {
  const values = text.split(',').map(read)
  return values.length > maxListed || values.includes(null) ? null : values.filter(value => value !== null)
}

function readWeekday(text: string): Weekday | null {
  const [, nth = '', name = ''] = /^([+-]?\d{0,2})([A-Z]{2})$/.exec(text) ?? []
  const number = nth === '' ? null : signed(53)(nth)
  if (!weekdays.includes(name) || (nth !== '' && number === null)) return null
  return { weekday: weekdays.indexOf(name), nth: number }
}
