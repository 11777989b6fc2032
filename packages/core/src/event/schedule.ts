import type { FoundEntry } from '../content/store/catalog.js'
import { formatInstant } from '../foundation/instants.js'
import type { JsonObject, JsonValue } from '../foundation/json.js'
import { inSteps, type Turn } from '../foundation/turns.js'
import { wallClockIn } from '../foundation/zones.js'
import { type LayoutRoom, type LayoutSlot, layoutSteps, type PlacedSlot } from './layout.js'
import { isForEverybody } from './slotSummary.js'

interface SlotEntry extends LayoutSlot {
  readonly summary: JsonObject
}

export interface ScheduleContent {
  /** Slots that the caller may see, in any order. */
  readonly slots: readonly FoundEntry[]
  /** Their summaries, in the same order. `schedulePayload` mutates these objects and returns them in the payload. */
  readonly summaries: readonly JsonObject[]
  /** Rooms of the event that the caller may see, in folder order. */
  readonly rooms: readonly FoundEntry[]
  /** IANA name of the event's time zone. */
  readonly zone: string
}

const instantOr = (value: JsonValue | undefined): number | null => (typeof value === 'number' ? value : null)

function toSlot(entry: FoundEntry, summary: JsonObject): SlotEntry {
  const { path, type, columns } = entry
  const rooms = Array.isArray(columns.room) && !isForEverybody(type) ? columns.room.map(String) : []
  return { path, type, start: instantOr(columns.start), end: instantOr(columns.end), rooms, summary }
}

/**
 * Adds the grid keys to the slots' summaries in place: copying all summaries took three times the memory and forty
 * times as long. Only the second half of a long training gets a copy.
 */
function slotPresenter(): (placed: PlacedSlot<SlotEntry>) => JsonObject {
  const completed = new Set<JsonObject>()
  return ({ slot: { summary }, start, end, gridColumn, gridRow, gridHeight }) => {
    const own = completed.has(summary) ? { ...summary } : summary
    completed.add(own)
    return Object.assign(own, {
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
  turn: Turn,
): Promise<JsonObject> {
  const layoutRooms: LayoutRoom[] = rooms.map(({ uid, columns: { title } }) => ({ token: uid, title: String(title) }))
  const entries = slots.map((entry, i) => toSlot(entry, summaries[i] ?? {}))
  const presentSlot = slotPresenter()
  const days: JsonObject[] = []
  for (const day of await inSteps(layoutSteps(entries, layoutRooms, wallClockIn(zone)), turn)) {
    days.push({ id: day.id, rooms: day.rooms, items: day.items.map(presentSlot) })
    if (turn.isOver()) await turn.next()
  }
  return { items: days }
}
