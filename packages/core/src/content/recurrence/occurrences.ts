import type { Instant } from '../../foundation/instants.js'
import type { LocalTime } from '../../foundation/wallClock.js'
import { calendarDate, dayMs, dayOf, weekBegin, weekdayOf, weekNumbers } from './calendar.js'
import type { Day, Recurrence, RecurrenceRule, Weekday } from './recurrence.js'

const maxOccurrences = 1000
const [yearsBefore, yearsAfter] = [1, 10]
const lastDay = dayOf(9999, 12, 30)
const yearMs = 365.25 * dayMs

interface Series {
  readonly start: Instant
  readonly recurrence: Recurrence
  /**
   * The functions that convert instants to local times of the event and back. All occurrences begin at the same local
   * time.
   */
  readonly localTime: LocalTime
  /** The time around which occurrences are computed: from one year before this time to ten years after it. */
  readonly around: Instant
}

/**
 * Returns the start times of at most 1,000 occurrences in ascending order: the start of the event, unless it is
 * excluded, and the occurrences from one year before `around` to ten years after it.
 */
export function occurrences({ start, recurrence, localTime, around }: Series): readonly Instant[] {
  const local = localTime.toLocal(start)
  const firstDay = Math.floor(local / dayMs)
  const timeOfDay = local - firstDay * dayMs
  const window = {
    from: dayAt(around - yearsBefore * yearMs),
    to: Math.min(dayAt(around + yearsAfter * yearMs), lastDay),
  }
  const days = new Set<Day>([firstDay])
  if (recurrence.rule) addDays(days, ruleDays(recurrence.rule, firstDay, window))
  for (const day of recurrence.added) if (day >= window.from && day <= window.to) days.add(day)
  for (const day of recurrence.removed) days.delete(day)
  const ascending = [...days].toSorted((a, b) => a - b).slice(0, maxOccurrences)
  return ascending.map(day => localTime.toInstant(day * dayMs + timeOfDay))
}

const dayAt = (instant: Instant): Day => Math.floor(instant / dayMs)

function addDays(days: Set<Day>, more: Iterable<Day>): void {
  let added = 0
  for (const day of more) {
    days.add(day)
    added += 1
    if (added >= maxOccurrences) return
  }
}

/**
 * The maximum number of days to examine. This number covers more than 50 years, and examining all these days takes a
 * few milliseconds.
 */
const maxDays = 20_000

interface Window {
  /** The first day of the window. Both `from` and `to` are part of the window. */
  readonly from: Day
  readonly to: Day
}

/**
 * Yields the days in the window that match a rule, in ascending order. Days before the start of the event are skipped.
 * Examines days before the window only for rules with a COUNT. Stops after about `maxDays` examined days.
 */
export function* ruleDays(rule: RecurrenceRule, start: Day, { from, to }: Window): Generator<Day> {
  const complete = withDefaults(rule, start)
  const last = Math.min(to, rule.until ?? to)
  let [count, examined] = [rule.count ?? Number.POSITIVE_INFINITY, 0]
  for (let period = rule.count === null ? firstPeriod(rule, start, from) : 0; ; period++) {
    const [begin, end] = periodOf(rule, start, period)
    if (!(begin <= last) || examined > maxDays) return
    examined += Math.max(1, end - begin)
    for (const day of daysIn(complete, begin, end)) {
      if (day < start) continue
      if (day > last || count <= 0) return
      count -= 1
      if (day >= from) yield day
    }
  }
}

/** Completes a rule. A rule that specifies no days recurs on the weekday or date of the start. */
function withDefaults(rule: RecurrenceRule, start: Day): RecurrenceRule {
  const { frequency, weeks, yearDays, monthDays, weekdays, months } = rule
  if ([weeks, yearDays, monthDays, weekdays].some(list => list.length > 0)) return rule
  const { month, date } = calendarDate(start)
  switch (frequency) {
    case 'DAILY':
      return rule
    case 'WEEKLY':
      return { ...rule, weekdays: [{ weekday: weekdayOf(start), nth: null }] }
    case 'MONTHLY':
      return { ...rule, monthDays: [date] }
    case 'YEARLY':
      return { ...rule, months: months.length > 0 ? months : [month], monthDays: [date] }
  }
}

/**
 * Returns the number of the first period (day, week, month or year) to examine. All earlier periods end before `from`.
 * The period that contains the start has the number 0.
 */
function firstPeriod({ frequency, interval }: RecurrenceRule, start: Day, from: Day): number {
  const longest = { DAILY: 1, WEEKLY: 7, MONTHLY: 31, YEARLY: 366 }[frequency]
  return Math.max(0, Math.floor((from - start) / (longest * interval)) - 1)
}

/** Returns the first day of a period, and the first day after the period. */
function periodOf({ frequency, interval, weekStart }: RecurrenceRule, start: Day, number: number): [Day, Day] {
  const { year, month } = calendarDate(start)
  const step = number * interval
  switch (frequency) {
    case 'DAILY':
      return [start + step, start + step + 1]
    case 'WEEKLY': {
      const begin = weekBegin(start, weekStart) + 7 * step
      return [begin, begin + 7]
    }
    case 'MONTHLY':
      return [dayOf(year, month + step, 1), dayOf(year, month + step + 1, 1)]
    case 'YEARLY':
      return [dayOf(year + step, 1, 1), dayOf(year + step + 1, 1, 1)]
  }
}

function daysIn(rule: RecurrenceRule, begin: Day, end: Day): readonly Day[] {
  const days: Day[] = []
  for (let day = begin; day < end; day++) if (isSelected(rule, day)) days.push(day)
  if (rule.positions.length === 0) return days
  const chosen = rule.positions.flatMap(position => days.at(position > 0 ? position - 1 : position) ?? [])
  return [...new Set(chosen)].toSorted((a, b) => a - b)
}

function isSelected(rule: RecurrenceRule, day: Day): boolean {
  const { months, weeks, yearDays, monthDays, weekdays } = rule
  if (weekdays.length > 0 && !weekdays.some(({ weekday }) => weekday === weekdayOf(day))) return false
  if (months.length + weeks.length + yearDays.length + monthDays.length + weekdays.length === 0) return true
  const { year, month, date } = calendarDate(day)
  const isIn = (list: readonly number[], number: number, length: number): boolean =>
    list.length === 0 || list.includes(number) || list.includes(number - length - 1)
  if (!isIn(months, month, Number.POSITIVE_INFINITY)) return false
  const monthBegin = day - date + 1
  const monthEnd = dayOf(year, month + 1, 1)
  if (!isIn(monthDays, date, monthEnd - monthBegin)) return false
  const [yearBegin, yearEnd] = [dayOf(year, 1, 1), dayOf(year + 1, 1, 1)]
  if (!isIn(yearDays, day - yearBegin + 1, yearEnd - yearBegin)) return false
  if (weeks.length > 0 && !weekNumbers(day, rule.weekStart).some(number => weeks.includes(number))) return false
  const isOfYear = rule.frequency === 'YEARLY' && months.length === 0
  return fitsWeekday(rule, day, isOfYear ? [yearBegin, yearEnd] : [monthBegin, monthEnd])
}

/**
 * Whether a day is one of the weekdays of a rule. In monthly and yearly rules, a positive `nth` is counted from the
 * beginning of the period, and a negative `nth` from its end.
 */
function fitsWeekday({ frequency, weekdays }: RecurrenceRule, day: Day, [begin, end]: readonly [Day, Day]): boolean {
  const isNumbered = frequency === 'MONTHLY' || frequency === 'YEARLY'
  const fits = ({ weekday, nth }: Weekday): boolean => {
    if (weekday !== weekdayOf(day)) return false
    if (nth === null || !isNumbered) return true
    return nth > 0 ? Math.floor((day - begin) / 7) + 1 === nth : -(Math.floor((end - 1 - day) / 7) + 1) === nth
  }
  return weekdays.length === 0 || weekdays.some(fits)
}
