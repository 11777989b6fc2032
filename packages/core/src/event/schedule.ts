import type { ProgrammeDay, SchedulePayload, Slot } from '../answers/schedule.js'
import type { Summary } from '../answers/summary.js'
import type { SearchHit } from '../content/store/catalog.js'
import { formatInstant } from '../foundation/instants.js'
import type { JsonValue } from '../foundation/json.js'
import { inSteps, type TimeSlice } from '../foundation/scheduler.js'
import { wallClockIn } from '../foundation/wallClock.js'
import { type LayoutRoom, type LayoutSlot, layoutSteps, type PlacedSlot } from './layout.js'
import { isForEverybody } from './slotSummary.js'

interface SlotEntry extends LayoutSlot {
  readonly summary: Summary
}

export interface ScheduleContent {
  /** Slots that the caller may see, in any order. */
  readonly slots: readonly SearchHit[]
  /** Their summaries, in the same order. `schedulePayload` mutates these objects and returns them in the payload. */
  readonly summaries: readonly Summary[]
  /** Rooms of the event that the caller may see, in folder order. */
  readonly rooms: readonly SearchHit[]
  /** IANA name of the event's time zone. */
  readonly zone: string
}

const instantOr = (value: JsonValue | undefined): number | null => (typeof value === 'number' ? value : null)

function toSlot(entry: SearchHit, summary: Summary): SlotEntry {
  const { path, type, columns } = entry
  const rooms = Array.isArray(columns.room) && !isForEverybody(type) ? columns.room.map(String) : []
  return { path, type, start: instantOr(columns.start), end: instantOr(columns.end), rooms, summary }
}

/**
 * Adds the grid keys to the slots' summaries in place: copying all summaries took three times the memory and forty
 * times as long. Only the second half of a long training gets a copy.
 */
function slotPresenter(): (placed: PlacedSlot<SlotEntry>) => Slot {
  const completed = new Set<Summary>()
  return ({ slot: { summary }, start, end, gridColumn, gridRow, gridHeight }) => {
    const target = completed.has(summary) ? { ...summary } : summary
    completed.add(target)
    return Object.assign(target, {
      start: formatInstant(start),
      end: end === null ? null : formatInstant(end),
      gridColumn,
      gridRow,
      gridHeight,
    })
  }
}

/** The payload of `@schedule`: days with their slots, in the time zone of the event (docs/schedule.md, Days). */
export async function schedulePayload(
  { slots, summaries, rooms, zone }: ScheduleContent,
  slice: TimeSlice,
): Promise<SchedulePayload> {
  const layoutRooms: LayoutRoom[] = rooms.map(({ uid, columns: { title } }) => ({ token: uid, title: String(title) }))
  const entries = slots.flatMap((entry, i) => {
    const summary = summaries[i]
    return summary ? toSlot(entry, summary) : []
  })
  const presentSlot = slotPresenter()
  const days: ProgrammeDay[] = []
  for (const day of await inSteps(layoutSteps(entries, layoutRooms, wallClockIn(zone)), slice)) {
    days.push({ id: day.id, rooms: day.rooms, items: day.items.map(presentSlot) })
    if (slice.isOver()) await slice.next()
  }
  return { items: days }
}
