import type { DeskPart } from '../../answers/desk.js'
import type { SearchHit } from '../../content/store/catalog.js'
import type { Conflict } from '../../event/conflicts.js'
import { formatInstant, type Instant } from '../../foundation/instants.js'
import { badRequest } from '../../foundation/messages.js'
import type { SlotOfHit } from './programmeConflicts.js'

/** The maximum number of slots that start in a part of a day. */
export const slotsInPart = 200
/**
 * The maximum number of slots that began in an earlier part of the day and are shown because they are still running.
 */
export const runningInPart = 50
/** The maximum number of slots outside a part of a day that are listed in each conflict. */
const othersInConflict = 20
/** The maximum total number of slots that are listed in the conflicts of a part of a day. */
export const slotsInConflicts = 1000

interface PartQuery {
  /** The start of the day. Slots that started earlier belong to no part. */
  readonly from: Instant
  /**
   * The requested number of the part. Defaults to the part that contains the slot `uid` or, if there is no such slot,
   * to the first part.
   */
  readonly requested: string | undefined
  readonly uid: string | undefined
}

export interface PartOfDay {
  readonly parts: readonly DeskPart[]
  readonly part: number
  readonly slots: readonly SearchHit[]
}

/**
 * Divides the slots of a day, sorted by start, into parts of limited size, and returns the slots in one part. If the
 * requested number is too high, the last part is returned. Throws a DomainError `bad-request` if the requested number
 * is not a positive integer.
 */
export function partOfDay(slots: readonly SearchHit[], { from, requested, uid }: PartQuery): PartOfDay {
  const sorted = slots.filter(hit => startOf(hit) >= from).toSorted(byStart)
  const count = Math.ceil(sorted.length / slotsInPart)
  const chunks = Array.from({ length: count }, (_, i) => sorted.slice(i * slotsInPart, (i + 1) * slotsInPart))
  const index =
    requested === undefined ? chunks.findIndex(chunk => chunk.some(hit => hit.uid === uid)) : numberIn(requested) - 1
  const chosen = Math.min(Math.max(0, index), Math.max(0, count - 1))
  return {
    parts: chunks.map(presentPart),
    part: chosen + 1,
    slots: [...runningBefore(sorted, chosen * slotsInPart), ...(chunks[chosen] ?? [])],
  }
}

function numberIn(requested: string): number {
  if (/^[1-9]\d{0,8}$/.test(requested)) return Number(requested)
  throw badRequest('desk.part', { part: requested.slice(0, 100) })
}

function presentPart(chunk: readonly SearchHit[]): DeskPart {
  const [first, last] = [chunk[0], chunk.at(-1)].map(hit => formatInstant(hit ? startOf(hit) : 0))
  return { first: first ?? '', last: last ?? '', items_total: chunk.length }
}

/**
 * Returns the slots that are still running when the slot at `index` starts, but at most the last `runningInPart` of
 * them.
 */
function runningBefore(sorted: readonly SearchHit[], index: number): readonly SearchHit[] {
  const first = sorted[index]
  if (!first) return []
  const running = sorted
    .slice(0, index)
    .filter(({ columns: { end } }) => typeof end === 'number' && end > startOf(first))
  return running.slice(-runningInPart)
}

const startOf = ({ columns: { start } }: SearchHit): number =>
  typeof start === 'number' ? start : Number.NEGATIVE_INFINITY

const byStart = (one: SearchHit, other: SearchHit): number =>
  startOf(one) - startOf(other) || (one.path < other.path ? -1 : 1)

/**
 * Returns the first conflicts in a part of a day, which list at most `slotsInConflicts` slots in total. Each conflict
 * lists all its slots in the part, but only some of its slots outside the part.
 */
export function firstConflicts(
  conflicts: readonly Conflict<SlotOfHit>[],
  inPart: ReadonlySet<string>,
): readonly Conflict<SlotOfHit>[] {
  const first: Conflict<SlotOfHit>[] = []
  let count = 0
  for (const conflict of conflicts) {
    const others = new Set(conflict.slots.filter(({ hit }) => !inPart.has(hit.uid)).slice(0, othersInConflict))
    const slots = conflict.slots.filter(slot => inPart.has(slot.hit.uid) || others.has(slot))
    count += slots.length
    if (count > slotsInConflicts) break
    first.push({ ...conflict, slots })
  }
  return first
}
