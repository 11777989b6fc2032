import type { HtmlPage } from '@plenum/core'
import { formatInstant, zoneOf } from '../reading/instants.js'
import { Rows } from '../slices/rows.js'
import { columns } from './gridClasses.js'
import { type PlacedSlot, placedSlots } from './placedSlots.js'
import { SessionTile } from './sessionTile.js'
import type { Day } from './slots.js'

/** One day as a grid: a column for each room, a row for each quarter-hour. Narrow screens show it as a list. */
export function DayGrid({ page, day }: { page: HtmlPage; day: Day }) {
  const slots = placedSlots(day.slots)
  return (
    <div class="grid">
      {day.rooms.map((room, i) => (
        <div class={`room ${columns(i + 1, i + 1)}`} aria-hidden="true">
          {room}
        </div>
      ))}
      {hoursOf(slots).map(slot => (
        <div class={`hour f${slot.from}`} aria-hidden="true">
          {formatInstant(slot.session.start, 'time', page.language, zoneOf(page))}
        </div>
      ))}
      <ul class="sessions">
        <Rows rows={slots} draw={slot => <SessionTile page={page} slot={slot} />} />
      </ul>
    </div>
  )
}

/** The first slot at each start time. */
function hoursOf(slots: readonly PlacedSlot[]): readonly PlacedSlot[] {
  return slots.filter((slot, i) => i === 0 || slots[i - 1]?.from !== slot.from)
}
