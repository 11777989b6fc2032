import type { Instant } from '../foundation/instants.js'
import { resultOf } from '../foundation/steps.js'
import { type LayoutRoom, type LayoutSlot, type LayoutTypes, type Part, partsOf, stockLayout } from './layout.js'

/** A slot to check for conflicts. `persons` contains the tokens of the people who present the session. */
export interface ConflictSlot extends LayoutSlot {
  readonly persons: readonly string[]
}

/** A time span. A null start or end means that the span is unlimited in this direction. */
export interface TimeSpan {
  readonly start: Instant | null
  readonly end: Instant | null
}

export interface ConflictLimits {
  /** The time span of the event. */
  readonly event?: TimeSpan
  /** The periods in which a person is available, by token. Adjacent or overlapping periods are merged. */
  readonly availability?: ReadonlyMap<string, readonly TimeSpan[]>
}

/**
 * A conflict in a schedule. For `room` and `person`, `slots` contains at least two slots in order of start, and each of
 * these slots overlaps with another one. `start` and `end` delimit the time span of the slots.
 */
export type Conflict<S extends ConflictSlot = ConflictSlot> =
  | (Overlap<S> & { readonly kind: 'room'; readonly room: string })
  | (Overlap<S> & { readonly kind: 'person'; readonly person: string })
  | (Overlap<S> & { readonly kind: 'outside-event' | 'no-room' })
  | (Overlap<S> & { readonly kind: 'unavailable'; readonly person: string })

interface Overlap<S> {
  readonly slots: readonly S[]
  readonly start: Instant
  readonly end: Instant
}

/**
 * Finds the conflicts in a schedule: slots that use the same room or person at the same time, slots outside the event
 * or outside the availability of a person, and sessions without a room. Adjacent slots do not conflict. Slots without a
 * start have no conflicts, and slots without an end do not overlap with other slots. The running time is O(n log n),
 * where n is the total number of rooms and persons of all slots (docs/schedule.md, Conflicts). `types` replaces the
 * types with a special layout, as for `layoutSchedule`: slots for everybody need no room, and long slots of the types
 * in `inHalves` are split into two halves.
 *
 * @example
 * const clashes = findConflicts(slots, [{ token: 'hall', title: 'Hall' }])
 * clashes.filter(({ kind }) => kind === 'room').map(({ slots }) => slots.map(({ path }) => path))
 */
export const findConflicts = <S extends ConflictSlot>(
  slots: readonly S[],
  rooms: readonly LayoutRoom[],
  limits: ConflictLimits = {},
  types: Partial<Omit<LayoutTypes, 'acrossRooms'>> = {},
): readonly Conflict<S>[] => resultOf(conflictSteps(slots, rooms, limits, { ...stockLayout, ...types }))

/** Finds conflicts like `findConflicts`, but yields often, so that the caller can pause. */
export function* conflictSteps<S extends ConflictSlot>(
  slots: readonly S[],
  rooms: readonly LayoutRoom[],
  limits: ConflictLimits = {},
  types: LayoutTypes = stockLayout,
): Generator<undefined, readonly Conflict<S>[]> {
  const known = new Set(rooms.map(({ token }) => token))
  const use: Use<S> = { rooms: new Map(), persons: new Map() }
  const conflicts: Conflict<S>[] = []
  for (const slot of slots) {
    if (slot.start === null) continue
    const chosen = slot.rooms.filter(room => known.has(room))
    collectParts(use, partsOf(slot, types), chosen)
    const isForEverybody = types.forEverybody.includes(slot.type)
    conflicts.push(...ownConflicts(slot, isForEverybody ? null : chosen, limits))
    yield
  }
  for (const [room, parts] of use.rooms)
    for (const group of yield* overlapping(parts)) conflicts.push({ kind: 'room', room, ...group })
  for (const [person, parts] of use.persons)
    for (const group of yield* overlapping(parts)) conflicts.push({ kind: 'person', person, ...group })
  return conflicts.sort(byTime)
}

interface Use<S> {
  readonly rooms: Map<string, TimedPart<S>[]>
  readonly persons: Map<string, TimedPart<S>[]>
}

type TimedPart<S> = Part<S> & { readonly end: Instant }

function collectParts<S extends ConflictSlot>(
  { rooms, persons }: Use<S>,
  parts: readonly Part<S>[],
  chosen: readonly string[],
): void {
  for (const part of parts) {
    if (!hasLength(part)) continue
    for (const room of new Set(chosen)) addTo(rooms, room, part)
    for (const person of new Set(part.slot.persons)) addTo(persons, person, part)
  }
}

const hasLength = <S>(part: Part<S>): part is TimedPart<S> => part.end !== null && part.end > part.start

function addTo<T>(lists: Map<string, T[]>, key: string, item: T): void {
  const list = lists.get(key)
  if (list) list.push(item)
  else lists.set(key, [item])
}

/**
 * Returns the groups of at least two slots that overlap with one another, directly or through other slots in the group.
 * Yields after each slot, so that the caller can pause.
 */
function* overlapping<S extends ConflictSlot>(parts: TimedPart<S>[]): Generator<undefined, readonly Overlap<S>[]> {
  const groups: Overlap<S>[] = []
  let [group, end]: [Set<S>, Instant] = [new Set(), Number.NEGATIVE_INFINITY]
  let start: Instant = 0
  const finish = () => {
    if (group.size > 1) groups.push({ slots: [...group], start, end })
  }
  for (const part of parts.sort(byStart)) {
    if (part.start >= end) {
      finish()
      ;[group, start, end] = [new Set(), part.start, part.end]
    }
    group.add(part.slot)
    end = Math.max(end, part.end)
    yield
  }
  finish()
  return groups
}

const byStart = (a: TimedPart<LayoutSlot>, b: TimedPart<LayoutSlot>): number =>
  a.start - b.start || compareText(a.slot.path, b.slot.path)

/**
 * Yields the conflicts of a slot that do not depend on other slots. `chosen` contains the rooms of the slot, or is null
 * if the slot needs no room.
 */
function* ownConflicts<S extends ConflictSlot>(
  slot: S,
  chosen: readonly string[] | null,
  { event, availability }: ConflictLimits,
): Generator<Conflict<S>> {
  const start = slot.start ?? 0
  const span = { slots: [slot], start, end: Math.max(start, slot.end ?? start) }
  if (event && !isWithin(span, [event])) yield { kind: 'outside-event', ...span }
  if (chosen?.length === 0) yield { kind: 'no-room', ...span }
  for (const person of new Set(slot.persons)) {
    const spans = availability?.get(person) ?? []
    if (spans.length > 0 && !isWithin(span, spans)) yield { kind: 'unavailable', person, ...span }
  }
}

function isWithin({ start, end }: Pick<Overlap<never>, 'start' | 'end'>, spans: readonly TimeSpan[]): boolean {
  let [isInside, reached]: [boolean, Instant] = [false, start]
  for (const span of spans.toSorted((a, b) => startOf(a) - startOf(b))) {
    if (startOf(span) > reached || endOf(span) < reached) continue
    isInside = true
    reached = endOf(span)
  }
  return isInside && reached >= end
}

const startOf = ({ start }: TimeSpan): number => start ?? Number.NEGATIVE_INFINITY
const endOf = ({ end }: TimeSpan): number => end ?? Number.POSITIVE_INFINITY

const byTime = (a: Conflict, b: Conflict): number => a.start - b.start || compareText(keyOf(a), keyOf(b))

function keyOf(conflict: Conflict): string {
  const token = 'room' in conflict ? conflict.room : 'person' in conflict ? conflict.person : ''
  return `${conflict.kind} ${conflict.slots[0]?.path} ${token}`
}

const compareText = (a: string, b: string): number => (a < b ? -1 : Number(a > b))
