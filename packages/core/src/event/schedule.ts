import type { ProgrammeDay, SchedulePayload, Slot } from '../answers/schedule.js'
import type { Summary } from '../answers/summary.js'
import type { SearchHit } from '../content/store/catalog.js'
import { formatInstant } from '../foundation/instants.js'
import type { JsonValue } from '../foundation/json.js'
import { mapInSteps } from '../foundation/steps.js'
import { wallClockIn } from '../foundation/wallClock.js'
import {
  isForEverybody,
  type LayoutColumns,
  type LayoutRoom,
  type LayoutSlot,
  layoutSteps,
  type PlacedSlot,
} from './layout.js'

interface SlotEntry extends LayoutSlot {
  readonly summary: Summary
}

export interface ScheduleContent {
  readonly slots: readonly SearchHit[]
  /**
   * The summaries of the slots, in the same order as `slots`. `schedulePayload` mutates these objects and returns them
   * in the payload.
   */
  readonly summaries: readonly Summary[]
  /** The rooms of the event that the caller can view, in folder order. */
  readonly rooms: readonly SearchHit[]
  readonly zone: string
  titleOf(type: string): string
  /** The rooms that become columns of a day. By default, these are the rooms that the slots of the day use. */
  readonly columns?: LayoutColumns
}

const instantOr = (value: JsonValue | undefined): number | null => (typeof value === 'number' ? value : null)

function toSlot({ path, type, columns }: SearchHit, summary: Summary, titleOf: ScheduleContent['titleOf']): SlotEntry {
  if (!isForEverybody(type)) Object.assign(summary, { portal_type: [{ token: type, title: titleOf(type) }] })
  const rooms = Array.isArray(columns.room) ? columns.room.map(String) : []
  return { path, type, start: instantOr(columns.start), end: instantOr(columns.end), rooms, summary }
}

/**
 * Returns a function that adds the grid keys to summaries in place, because copying all summaries would take three
 * times as much memory and forty times as long. Only the second half of a long training session gets a copy of the
 * summary, because its grid keys differ from those of the first half.
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

/**
 * Builds the `@schedule` payload: the days and their slots, in the time zone of the event (docs/schedule.md, Days). The
 * generator yields often, so that the caller can pause.
 */
export function* schedulePayload({
  slots,
  summaries,
  rooms,
  zone,
  titleOf,
  columns,
}: ScheduleContent): Generator<undefined, SchedulePayload> {
  const layoutRooms: LayoutRoom[] = rooms.map(({ uid, columns: { title } }) => ({ token: uid, title: String(title) }))
  const entries: SlotEntry[] = []
  for (const [i, slot] of slots.entries()) {
    const summary = summaries[i]
    if (summary) entries.push(toSlot(slot, summary, titleOf))
    yield
  }
  const presentSlot = slotPresenter()
  const days: ProgrammeDay[] = []
  for (const day of yield* layoutSteps(entries, layoutRooms, wallClockIn(zone), { columns }))
    days.push({ id: day.id, rooms: day.rooms, items: yield* mapInSteps(day.items, presentSlot) })
  return { items: days }
}
