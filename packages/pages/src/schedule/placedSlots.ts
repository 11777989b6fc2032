import type { Slot } from './slots.js'

/** A slot and its lane among slots that overlap in the same columns. */
export interface PlacedSlot extends Slot {
  /** Number of the lane within the column, from 1. */
  readonly lane: number
  readonly lanes: number
}

/** Maximum number of lanes: more would be too narrow to read. */
const maxLanes = 4

/**
 * Lays out the slots of a day, in order of their starts, without overlaps. A slot for all rooms is narrowed to the
 * longest run of rooms that are free during it; other slots that collide are placed side by side.
 */
export function placedSlots(slots: readonly Slot[]): readonly PlacedSlot[] {
  const concurrent = neighbours(slots, () => true)
  const narrowed = slots.map(slot => (slot.spansAll ? narrowedToFree(slot, concurrent.get(slot) ?? []) : slot))
  const colliding = neighbours(narrowed, (a, b) => a.first <= b.last && b.first <= a.last)
  const lanes = new Map<Slot, number>()
  for (const slot of narrowed)
    lanes.set(slot, freeLane((colliding.get(slot) ?? []).map(other => lanes.get(other) ?? 0)))
  const laneOf = (slot: Slot) => lanes.get(slot) ?? 1
  return narrowed.map(slot => ({
    ...slot,
    lane: laneOf(slot),
    lanes: Math.max(laneOf(slot), ...(colliding.get(slot) ?? []).map(laneOf)),
  }))
}

/** For each slot, the slots that overlap in time and meet the condition `also`. */
function neighbours(slots: readonly Slot[], condition: (a: Slot, b: Slot) => boolean): Map<Slot, Slot[]> {
  const overlaps = new Map<Slot, Slot[]>(slots.map(slot => [slot, []]))
  let running: Slot[] = []
  for (const slot of slots) {
    running = running.filter(other => other.until > slot.from)
    for (const other of running) {
      if (!condition(other, slot)) continue
      overlaps.get(other)?.push(slot)
      overlaps.get(slot)?.push(other)
    }
    running.push(slot)
  }
  return overlaps
}

function freeLane(usedLanes: readonly number[]): number {
  for (let lane = 1; lane < maxLanes; lane++) if (!usedLanes.includes(lane)) return lane
  return maxLanes
}

/** Narrows a slot to the longest run of free columns; unchanged if no column is free. */
function narrowedToFree(slot: Slot, others: readonly Slot[]): Slot {
  const busy = new Set(others.filter(({ spansAll }) => !spansAll).map(({ first }) => first))
  let best = { first: slot.first, last: slot.first - 1 }
  let from = slot.first
  for (let column = slot.first; column <= slot.last + 1; column++) {
    if (column <= slot.last && !busy.has(column)) continue
    if (column - from > best.last - best.first + 1) best = { first: from, last: column - 1 }
    from = column + 1
  }
  return best.last < best.first ? slot : { ...slot, ...best }
}
