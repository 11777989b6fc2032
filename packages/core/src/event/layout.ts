import type { Instant } from '../foundation/instants.js'
import { mapInSteps, resultOf } from '../foundation/steps.js'
import { type ReadWallClock, type WallClock, wallClockOf } from '../foundation/wallClock.js'

/**
 * A slot to arrange in the grid. `rooms` contains room tokens in any order. Slots without `start` are omitted from the
 * schedule.
 */
export interface LayoutSlot {
  readonly path: string
  readonly type: string
  readonly start: Instant | null
  readonly end: Instant | null
  readonly rooms: readonly string[]
}

/** A room that can become a column of the grid. */
export interface LayoutRoom {
  readonly token: string
  readonly title: string
}

/**
 * A slot in the CSS grid of its day, or one half of a long training session, with its own `start` and `end`.
 * `gridColumn` is a column such as `room-2`, or `room-1 / room-all` for all rooms. `gridRow` is a time range such as
 * `time-0900 / time-0930`. `gridHeight` is in quarter hours.
 */
export interface PlacedSlot<S extends LayoutSlot> {
  readonly slot: S
  readonly start: Instant
  readonly end: Instant | null
  readonly gridColumn: string
  readonly gridRow: string
  readonly gridHeight: number
}

/**
 * A day and its slots. `id` is the date (`YYYY-MM-DD`). `rooms` contains the rooms in use, preceded by `_all_` if a
 * slot without a room spans all columns.
 */
export interface ScheduleDay<S extends LayoutSlot> {
  readonly id: string
  readonly rooms: readonly (readonly [token: string, title: string])[]
  readonly items: readonly PlacedSlot<S>[]
}

const allRooms = '_all_'
const allColumns = 'room-1 / room-all'

/**
 * The types of slots with a special layout (docs/schedule.md, Grid columns). Slots of all other types use their own
 * rooms.
 */
export interface LayoutTypes {
  /** The types whose slots span all columns and ignore their rooms. Default: `Slot`, `Break` and `Meeting`. */
  readonly forEverybody: readonly string[]
  /**
   * The types whose slots span all columns. Unlike the rooms of slots in `forEverybody`, their rooms become columns.
   * Default: `Keynote`.
   */
  readonly acrossRooms: readonly string[]
  /** The types whose slots of more than four hours become two slots of four hours each. Default: `Training`. */
  readonly inHalves: readonly string[]
}

export const stockLayout: LayoutTypes = {
  forEverybody: ['Slot', 'Break', 'Meeting'],
  acrossRooms: ['Keynote'],
  inHalves: ['Training'],
}

/**
 * Whether slots of a stock type span all rooms and have no session keys in their summaries (docs/schedule.md, Summaries
 * of slots).
 */
export const isForEverybody = (type: string): boolean => stockLayout.forEverybody.includes(type)

const minuteMs = 60_000
const halfTrainingMs = 4 * 60 * minuteMs
const minutesOfQuarter = 15
const quartersOfDay = 24 * 4

export interface Part<S> {
  readonly slot: S
  readonly start: Instant
  readonly end: Instant | null
}

interface RankedRoom extends LayoutRoom {
  readonly rank: number
}

interface SeatedPart<S> extends Part<S> {
  readonly clock: WallClock
  readonly rooms: readonly RankedRoom[]
}

/**
 * Arranges slots in one grid per day: a row per quarter hour and a column per room in use (docs/schedule.md, Grid
 * columns). `rooms` are in column order, and tokens of other rooms are ignored. Days and times are local to `zone`, an
 * IANA time zone. Throws a RangeError for an unknown zone, like `Intl`. Arranges all slots with a start, so the caller
 * must omit slots that the reader cannot view. `types` overrides the types with a special layout.
 *
 * @example
 * const [start, end] = [Date.UTC(2027, 6, 1, 9), Date.UTC(2027, 6, 1, 9, 30)]
 * const talk = { path: '/talk', type: 'Talk', start, end, rooms: ['a'] }
 * const [day] = layoutSchedule([talk], [{ token: 'a', title: 'Aula' }], 'UTC')
 * // day.id: '2027-07-01', day.rooms: [['a', 'Aula']]
 * // day.items[0]: gridColumn 'room-1', gridRow 'time-0900 / time-0930', gridHeight 2
 */
export function layoutSchedule<S extends LayoutSlot>(
  slots: readonly S[],
  rooms: readonly LayoutRoom[],
  zone: string,
  types: Partial<LayoutTypes> = {},
): ScheduleDay<S>[] {
  const readWallClock = wallClockOf(zone)
  if (!readWallClock) throw new RangeError(`There is no time zone named ${zone}.`)
  return resultOf(layoutSteps(slots, rooms, readWallClock, { types: { ...stockLayout, ...types } }))
}

/** The rooms that become columns. `used` means only the rooms that the slots of the day use. */
export type LayoutColumns = 'used' | 'all'

/** Arranges slots like `layoutSchedule`, but yields often, so that a caller with thousands of slots can pause. */
export function* layoutSteps<S extends LayoutSlot>(
  slots: readonly S[],
  rooms: readonly LayoutRoom[],
  readWallClock: ReadWallClock,
  { columns: columnsOfDay = 'used', types = stockLayout }: { columns?: LayoutColumns; types?: LayoutTypes } = {},
): Generator<undefined, ScheduleDay<S>[]> {
  const ranked = new Map(rooms.map((room, rank) => [room.token, { ...room, rank }]))
  const sorted = slots.flatMap(slot => partsOf(slot, types)).sort(byStartThenPath)
  const parts = yield* mapInSteps(sorted, part => seatPart(part, ranked, { readWallClock, types }))
  const days: ScheduleDay<S>[] = []
  for (const [id, partsOfDay] of [...groupedByDay(parts)].sort(byDate)) {
    const inUse = distinctInOrder(
      columnsOfDay === 'all' ? [...ranked.values()] : partsOfDay.flatMap(part => part.rooms),
    )
    const columns = new Map(inUse.map((room, index) => [room, `room-${index + 1}`]))
    const items = yield* mapInSteps(partsOfDay, part => placeSlot(part, columns, { readWallClock, types }))
    days.push({ id, rooms: roomList(inUse, partsOfDay), items })
  }
  return days
}

/**
 * Returns the parts of a slot: two parts of four hours each for a slot of more than four hours whose type is in
 * `inHalves`, no part for a slot without a start, and otherwise the slot itself.
 */
export function partsOf<S extends LayoutSlot>(slot: S, { inHalves }: LayoutTypes = stockLayout): Part<S>[] {
  const { type, start, end } = slot
  if (start === null) return []
  if (!inHalves.includes(type) || end === null || end - start <= halfTrainingMs) return [{ slot, start, end }]
  return [
    { slot, start, end: start + halfTrainingMs },
    { slot, start: end - halfTrainingMs, end },
  ]
}

const byStartThenPath = (a: Part<LayoutSlot>, b: Part<LayoutSlot>): number =>
  a.start - b.start || (a.slot.path < b.slot.path ? -1 : Number(a.slot.path > b.slot.path))

interface Placing {
  readonly readWallClock: ReadWallClock
  readonly types: LayoutTypes
}

function seatPart<S extends LayoutSlot>(
  { slot, start, end }: Part<S>,
  ranked: ReadonlyMap<string, RankedRoom>,
  { readWallClock, types }: Placing,
): SeatedPart<S> {
  const rooms = types.forEverybody.includes(slot.type) ? [] : roomsOf(slot, ranked)
  return { slot, start, end, clock: readWallClock(start), rooms }
}

function roomsOf({ rooms }: LayoutSlot, ranked: ReadonlyMap<string, RankedRoom>): RankedRoom[] {
  return distinctInOrder(rooms.map(token => ranked.get(token)).filter(room => room !== undefined))
}

function distinctInOrder(rooms: readonly RankedRoom[]): RankedRoom[] {
  return [...new Set(rooms)].sort((a, b) => a.rank - b.rank)
}

function groupedByDay<S>(parts: readonly SeatedPart<S>[]): Map<string, SeatedPart<S>[]> {
  const days = new Map<string, SeatedPart<S>[]>()
  for (const part of parts) {
    const partsOfDay = days.get(part.clock.day)
    if (partsOfDay) partsOfDay.push(part)
    else days.set(part.clock.day, [part])
  }
  return days
}

// Compares days by date. The starts of slots are unsuitable as sort keys, because a clock change at midnight can lead
// back to the previous day. Strings are unsuitable too, because years with five digits begin with a sign.
const byDate = ([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number =>
  Date.parse(a) - Date.parse(b)

function roomList(
  inUse: readonly RankedRoom[],
  parts: readonly SeatedPart<unknown>[],
): [token: string, title: string][] {
  const pairs = inUse.map(({ token, title }): [token: string, title: string] => [token, title])
  return parts.some(part => part.rooms.length === 0) ? [[allRooms, allRooms], ...pairs] : pairs
}

function placeSlot<S extends LayoutSlot>(
  { slot, start, end, clock, rooms: [first] }: SeatedPart<S>,
  columns: ReadonlyMap<RankedRoom, string>,
  { readWallClock, types }: Placing,
): PlacedSlot<S> {
  const column = first && !types.acrossRooms.includes(slot.type) ? columns.get(first) : undefined
  return {
    slot,
    start,
    end,
    gridColumn: column ?? allColumns,
    gridRow: `${rowAt(clock)} / ${rowAt(end === null ? clock : readWallClock(end))}`,
    gridHeight: quartersBetween(start, end ?? start),
  }
}

/**
 * Returns the grid row for a local time, rounded up to a quarter of an hour: `time-0915` for 9:01, `time-0000` for
 * 23:46.
 */
function rowAt({ hour, minute }: WallClock): string {
  const quarter = (hour * 4 + Math.ceil(minute / minutesOfQuarter)) % quartersOfDay
  return `time-${twoDigits(Math.floor(quarter / 4))}${twoDigits((quarter % 4) * minutesOfQuarter)}`
}

const twoDigits = (value: number): string => String(value).padStart(2, '0')

/**
 * Returns the number of quarter hours between two instants, rounded to the nearest integer, or 0 if the end is before
 * the start.
 */
const quartersBetween = (start: Instant, end: Instant): number =>
  Math.max(0, Math.round(Math.floor((end - start) / minuteMs) / minutesOfQuarter))
