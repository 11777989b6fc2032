import { lineOf, quarters, type Slot } from './slots.js'

export interface TimeLine {
  readonly line: string
  /** The local time, for example `09:50`. If no slot starts at this time, the label is empty. */
  readonly label: string
  /** The minimum height of the row between this line and the next line, in quarter hours. */
  readonly quarters: number
}

export interface TimedSlots {
  readonly slots: readonly Slot[]
  readonly lines: readonly TimeLine[]
}

/** The maximum number of grid lines in a day. The style sheet defines start classes only for this number of lines. */
const maxLines = 96

/**
 * Returns the slots of a day and the grid lines: one for each time at which a slot starts or ends, so that every slot
 * and label is at its exact time. In contrast, the rows in `gridRow` are quarter hours (docs/schedule.md, Grid rows). A
 * day with more than 96 different times uses the quarter-hour rows.
 */
export function timeLines(slots: readonly Slot[]): TimedSlots {
  const spans = slots.map(slot => ({ slot, ...minutesOf(slot) }))
  const times = [...new Set(spans.flatMap(({ start, end }) => [start, end]))].toSorted((a, b) => a - b)
  if (times.length > maxLines) return quarterLines(slots)
  const indexes = new Map(times.map((time, i) => [time, lineOf(i)]))
  const starts = new Set(spans.map(({ start }) => start))
  return {
    slots: spans.map(({ slot, start, end }) => ({
      ...slot,
      from: indexes.get(start) ?? slot.from,
      until: indexes.get(end) ?? slot.until,
    })),
    lines: times.slice(0, -1).map((time, i) => ({
      line: lineOf(i),
      label: starts.has(time) ? labelOf(time) : '',
      quarters: Math.min(((times[i + 1] ?? time) - time) / 15, maxHeight(spans, time)),
    })),
  }
}

/**
 * Returns the maximum height of the row after a time. To save space, the height is limited for breaks and for times
 * without slots, whereas rows with sessions are as high as the sessions are long.
 */
function maxHeight(spans: readonly Span[], time: number): number {
  const current = spans.filter(({ start, end }) => start <= time && time < end)
  if (current.some(({ slot }) => !slot.spansAll)) return Number.POSITIVE_INFINITY
  return current.length > 0 ? 3 : 1
}

interface Span {
  readonly slot: Slot
  readonly start: number
  readonly end: number
}

/** Returns the start and end of a slot, in minutes since midnight on the day of the grid. */
function minutesOf({ session, from, until }: Slot): { readonly start: number; readonly end: number } {
  const start = quarters(from) * 15 - roundedUpBy(session.start)
  const end = quarters(until) * 15 - roundedUpBy(session.end ?? session.start)
  return { start, end: end > start ? end : start + 15 }
}

const quarterHour = 15 * 60_000

function roundedUpBy(instant: string): number {
  const past = Date.parse(instant) % quarterHour
  return past > 0 ? Math.floor((quarterHour - past) / 60_000) : 0
}

function quarterLines(slots: readonly Slot[]): TimedSlots {
  const starts = [...new Set(slots.map(({ from }) => from))].toSorted()
  const lines = starts.map(line => ({ line, label: labelOf(quarters(line) * 15), quarters: 1 }))
  return { slots, lines }
}

const labelOf = (minutes: number): string =>
  [Math.floor(minutes / 60) % 24, minutes % 60].map(part => String(part).padStart(2, '0')).join(':')
