import type { Slot as ScheduledSession, SchedulePayload } from '@plenum/core/answers'

export type Day = Readonly<ReturnType<typeof daysOf>[number]>
export type Slot = Readonly<ReturnType<typeof slotOf>[number]>

/**
 * The days of `@schedule` (docs/schedule.md, Grid columns and Grid rows). Slots without a grid position are omitted.
 */
export const daysOf = ({ items: days }: SchedulePayload) =>
  days.map(({ id, rooms, items }) => {
    const titles = rooms.filter(([token]) => token !== '_all_').map(([, title]) => title)
    return {
      /** The date in the time zone of the event, such as `2027-06-17`. */
      id,
      rooms: titles,
      slots: items.flatMap(session => slotOf(session, Math.max(1, titles.length))),
    }
  })

function slotOf(session: ScheduledSession, rooms: number) {
  const [, from, until] = /time-(\d{4}) \/ time-(\d{4})/.exec(session.gridRow) ?? []
  if (from === undefined || until === undefined) return []
  const column = /^room-(\d{1,6})/.exec(session.gridColumn)
  const first = Math.min(rooms, Math.max(1, Number(column?.[1] ?? 1)))
  const spansAll = column === null || column[0] !== session.gridColumn
  return [
    {
      session,
      /** The names of grid lines, such as `0845`, up to `4745` for slots that end on the next day. */
      from,
      until: lineAfter(from, until),
      first,
      last: spansAll ? rooms : first,
      spansAll,
      /** The height in quarter-hours. */
      height: session.gridHeight,
    },
  ]
}

export const quarters = (label: string): number => Number(label.slice(0, 2)) * 4 + Number(label.slice(2)) / 15

/**
 * The end line of a slot. It is at least one quarter-hour after the start, and on the next day if its label is smaller
 * than the label of the start.
 */
function lineAfter(from: string, until: string): string {
  const [start, end] = [quarters(from), quarters(until)]
  return lineOf(end > start ? end : end === start ? start + 1 : end + 96)
}

/** The name of a grid line for the number of quarter-hours since midnight: `0845` for 35, `2415` for 97. */
export const lineOf = (quarter: number): string =>
  `${String(Math.floor(quarter / 4)).padStart(2, '0')}${String((quarter % 4) * 15).padStart(2, '0')}`

/** The last grid line. Slots end no later than the next day. */
export const lastQuarter = 2 * 96
