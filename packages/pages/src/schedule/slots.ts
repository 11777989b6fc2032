import type { GridPlace, Slot as ScheduledSession, SchedulePayload } from '@plenum/core/answers'

export type Day = Readonly<ReturnType<typeof daysOf>[number]>
export type Slot = GridSlot<ScheduledSession>

export interface GridSlot<Session> {
  readonly session: Session
  /**
   * The names of the first and the last grid line, for example `0845`. If a slot ends on the next day, the name of its
   * last line can be up to `4745`.
   */
  readonly from: string
  readonly until: string
  /** The numbers of the first and the last room column, beginning with 1. */
  readonly first: number
  readonly last: number
  readonly spansAll: boolean
  /** The height of the slot, in quarter hours. */
  readonly height: number
}

/**
 * Returns the days of a schedule with their slots, except for slots without a grid position (docs/schedule.md, Grid
 * columns and Grid rows).
 */
export const daysOf = ({ items: days }: SchedulePayload) =>
  days.map(({ id, rooms, items }) => {
    const titles = rooms.filter(([token]) => token !== '_all_').map(([, title]) => title)
    return {
      id,
      rooms: titles,
      slots: items.flatMap(session => gridSlot(session, titles.length)),
    }
  })

/** Returns a list that contains the slot of a session, or an empty list if the session has no valid position. */
export function gridSlot<Session extends GridPlace>(session: Session, roomCount: number): readonly GridSlot<Session>[] {
  const rooms = Math.max(1, roomCount)
  const [, from, until] = /time-(\d{4}) \/ time-(\d{4})/.exec(session.gridRow) ?? []
  if (from === undefined || until === undefined) return []
  const column = /^room-(\d{1,6})/.exec(session.gridColumn)
  const first = Math.min(rooms, Math.max(1, Number(column?.[1] ?? 1)))
  const spansAll = column === null || column[0] !== session.gridColumn
  const last = spansAll ? rooms : first
  return [{ session, from, until: lineAfter(from, until), first, last, spansAll, height: session.gridHeight }]
}

export const quarters = (label: string): number => Number(label.slice(0, 2)) * 4 + Number(label.slice(2)) / 15

/**
 * Returns the end line of a slot, which is at least one quarter hour after its start line. If the end is earlier than
 * the start, the slot ends on the next day.
 */
function lineAfter(from: string, until: string): string {
  const [start, end] = [quarters(from), quarters(until)]
  return lineOf(end > start ? end : end === start ? start + 1 : end + 96)
}

/**
 * Returns the name of the grid line for a number of quarter hours since midnight, for example `0845` for 35 and `2415`
 * for 97.
 */
export const lineOf = (quarter: number): string =>
  `${String(Math.floor(quarter / 4)).padStart(2, '0')}${String((quarter % 4) * 15).padStart(2, '0')}`

/** The last quarter hour at which a slot can end, which is the end of the next day. */
export const lastQuarter = 2 * 96
