import type { Slot as ScheduledSession, SchedulePayload } from '@plenum/core/answers'

export interface Day {
  /** The date on the wall clock of the event: `2027-06-17`. */
  readonly id: string
  readonly rooms: readonly string[]
  readonly slots: readonly Slot[]
}

export interface Slot {
  readonly session: ScheduledSession
  /** Lines of the grid: `0845`, and up to `4745` for what ends on the day after. */
  readonly from: string
  readonly until: string
  /** Columns of rooms, from 1; `last` is included. */
  readonly first: number
  readonly last: number
  readonly spansAll: boolean
  /** Quarters of an hour. */
  readonly height: number
}

/** The days of `@schedule` (docs/schedule.md, Grid columns and Grid rows). Slots without a place in the grid are left out. */
export function daysOf({ items: days }: SchedulePayload): readonly Day[] {
  return days.map(({ id, rooms, items }) => {
    const titles = rooms.filter(([token]) => token !== '_all_').map(([, title]) => title)
    return {
      id,
      rooms: titles,
      slots: items.flatMap(session => slotOf(session, Math.max(1, titles.length))),
    }
  })
}

function slotOf(session: ScheduledSession, rooms: number): readonly Slot[] {
  const [, from, until] = /time-(\d{4}) \/ time-(\d{4})/.exec(session.gridRow) ?? []
  if (from === undefined || until === undefined) return []
  const column = /^room-(\d{1,6})/.exec(session.gridColumn)
  const first = Math.min(rooms, Math.max(1, Number(column?.[1] ?? 1)))
  const spansAll = column === null || column[0] !== session.gridColumn
  const height = session.gridHeight
  return [{ session, from, until: lineAfter(from, until), first, last: spansAll ? rooms : first, spansAll, height }]
}

const quarters = (label: string): number => Number(label.slice(0, 2)) * 4 + Number(label.slice(2)) / 15

/** The line at which a slot ends: at least a quarter after its start, and on the day after when its label is smaller. */
function lineAfter(from: string, until: string): string {
  const [start, end] = [quarters(from), quarters(until)]
  return lineOf(end > start ? end : end === start ? start + 1 : end + 96)
}

/** The name of the line so many quarters after midnight: 35 -> `0845`, 97 -> `2415`. */
export function lineOf(quarter: number): string {
  return `${String(Math.floor(quarter / 4)).padStart(2, '0')}${String((quarter % 4) * 15).padStart(2, '0')}`
}

/** The last line of the grid: a slot ends on the next day at the latest. */
export const lastQuarter = 2 * 96
