import type { Slot } from './slots.js'

/** A slot with its place beside others that want the same one. */
export interface PlacedSlot extends Slot {
  /** Which of the lanes that the column is divided into, from 1. */
  readonly lane: number
  readonly lanes: number
}

/** More of them would be too narrow to be read. */
const mostLanes = 4

/**
 * The slots of a day, in the order of their starts, so that none hides another. What spans all rooms keeps to the longest
 * run of rooms that are free meanwhile; whatever else wants the same place stands side by side.
 */
export function placedSlots(slots: readonly Slot[]): readonly PlacedSlot[] {
  const meeting = neighbours(slots, () => true)
  const narrowed = slots.map(slot => (slot.spansAll ? keptFree(slot, meeting.get(slot) ?? []) : slot))
  const beside = neighbours(narrowed, (a, b) => a.first <= b.last && b.first <= a.last)
  const lanes = new Map<Slot, number>()
  for (const slot of narrowed) lanes.set(slot, freeLane((beside.get(slot) ?? []).map(other => lanes.get(other) ?? 0)))
  const laneOf = (slot: Slot) => lanes.get(slot) ?? 1
  return narrowed.map(slot => ({
    ...slot,
    lane: laneOf(slot),
    lanes: Math.max(laneOf(slot), ...(beside.get(slot) ?? []).map(laneOf)),
  }))
}

/** Of each slot those that happen meanwhile and meet a further condition. */
function neighbours(slots: readonly Slot[], also: (a: Slot, b: Slot) => boolean): Map<Slot, Slot[]> {
  const found = new Map<Slot, Slot[]>(slots.map(slot => [slot, []]))
  let going: Slot[] = []
  for (const slot of slots) {
    going = going.filter(other => other.until > slot.from)
    for (const other of going) {
      if (!also(other, slot)) continue
      found.get(other)?.push(slot)
      found.get(slot)?.push(other)
    }
    going.push(slot)
  }
  return found
}

function freeLane(taken: readonly number[]): number {
  for (let lane = 1; lane < mostLanes; lane++) if (!taken.includes(lane)) return lane
  return mostLanes
}

/** The slot in the longest run of columns that nobody else needs; as it was where there is none. */
function keptFree(slot: Slot, others: readonly Slot[]): Slot {
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
