import type { Instant } from '../../foundation/instants.js'
import type { LocalTime } from '../../foundation/wallClock.js'
import { dayMs, dayOf } from './calendar.js'
import type { Day, Recurrence } from './recurrence.js'
import { ruleDays } from './ruleDays.js'

const maxOccurrences = 1000
const [yearsBefore, yearsAfter] = [1, 10]
const lastDay = dayOf(9999, 12, 30)
const yearMs = 365.25 * dayMs

interface Series {
  readonly start: Instant
  readonly recurrence: Recurrence
  /** The functions that convert times in the time zone of the event. All occurrences begin at the same local time. */
  readonly localTime: LocalTime
  /** The reference time of the window, which extends from one year before this time to ten years after it. */
  readonly around: Instant
}

/**
 * Returns the start times of at most 1,000 occurrences in ascending order: the start of the event, unless it is
 * excluded, and the occurrences in the window.
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
