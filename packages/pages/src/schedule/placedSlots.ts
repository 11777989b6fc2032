import type { Slot as ScheduledSession } from '@plenum/core/answers'
import { type GridSlot, lastQuarter, quarters } from './slots.js'

export interface PlacedSlot<Session = ScheduledSession> extends GridSlot<Session> {
  readonly lane: number
  readonly lanes: number
}

/** The maximum number of slots side by side in a column. With more slots, the tiles would be too narrow to read. */
const maxLanes = 4

/**
 * Returns the slots of a day in the given order, placed without overlaps. A slot for all rooms is narrowed to the
 * longest run of rooms that are free during the slot. Other overlapping slots are placed side by side. Each slot is
 * compared with the cells of the grid instead of with other slots, because millions of pairs of slots may overlap in
 * one day.
 */
export function placedSlots<Session>(slots: readonly GridSlot<Session>[]): readonly PlacedSlot<Session>[] {
  const columns = slots.reduce((most, { last }) => Math.max(most, last), 0) + 1
  const occupied = createGrid(columns)
  for (const slot of slots) if (!slot.spansAll) occupied.add(slot, 1)
  const usedLanes = createGrid(columns)
  const withLane = slots.map(slot => {
    const narrowed = slot.spansAll ? narrowedToFree(slot, occupied) : slot
    const lane = freeLane(usedLanes.flagsIn(narrowed))
    usedLanes.add(narrowed, 1 << lane)
    return { ...narrowed, lane }
  })
  return withLane.map(slot => ({ ...slot, lanes: highestLane(usedLanes.flagsIn(slot)) }))
}

type Area = Pick<GridSlot<unknown>, 'from' | 'until' | 'first' | 'last'>

/** A grid of cells with flags. A cell is a quarter hour in a column. */
interface Grid {
  add(slot: Area, flag: number): void
  flagsIn(slot: Area): number
}

function createGrid(columns: number): Grid {
  const cells = new Uint8Array(lastQuarter * columns)
  /** Adds a flag to the cells of a slot, and returns the combined flags of these cells. */
  const visit = ({ from, until, first, last }: Area, flag: number): number => {
    const end = quarters(until)
    let flags = 0
    for (let row = quarters(from); row < end; row++)
      for (let cell = row * columns + first; cell <= row * columns + last; cell++) {
        const next = (cells[cell] ?? 0) | flag
        if (flag !== 0) cells[cell] = next
        flags |= next
      }
    return flags
  }
  return { add: visit, flagsIn: slot => visit(slot, 0) }
}

function freeLane(usedLanes: number): number {
  for (let lane = 1; lane < maxLanes; lane++) if ((usedLanes & (1 << lane)) === 0) return lane
  return maxLanes
}

const highestLane = (lanes: number): number => Math.floor(Math.log2(lanes))

/** Narrows a slot to its longest run of free columns. Returns the slot unchanged if no column is free. */
function narrowedToFree<Session>(slot: GridSlot<Session>, occupied: Grid): GridSlot<Session> {
  let best = { first: slot.first, last: slot.first - 1 }
  let from = slot.first
  for (let column = slot.first; column <= slot.last + 1; column++) {
    if (column <= slot.last && occupied.flagsIn({ ...slot, first: column, last: column }) === 0) continue
    if (column - from > best.last - best.first + 1) best = { first: from, last: column - 1 }
    from = column + 1
  }
  return best.last < best.first ? slot : { ...slot, ...best }
}
