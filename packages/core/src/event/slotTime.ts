import type { ContentNode, FieldValues } from '../content/node/node.js'
import { type Instant, parseInstant } from '../foundation/instants.js'
import type { JsonValue } from '../foundation/json.js'
import { badRequest } from '../foundation/messages.js'
import { localTimeIn } from '../foundation/wallClock.js'
import { rowsOf } from './eventSettings.js'

/** The fields of a slot that change when the slot is moved. Fields that were never stored are absent. */
export type PlacedFields = { readonly [Name in (typeof placedFields)[number]]?: JsonValue }

const placedFields = ['start', 'end', 'room'] as const

/**
 * The local time of a slot as submitted by a form: a date such as `2027-06-17`, a time such as `09:30`, and an optional
 * duration in minutes.
 */
export interface LocalSpan {
  readonly day: string
  readonly time: string
  readonly minutes: string
}

interface StoredTimes {
  readonly start?: JsonValue | undefined
  readonly end?: JsonValue | undefined
}

const minuteMs = 60_000
/** The maximum duration of a slot in minutes: seven days. */
const maxMinutes = 10_080

const instantOr = (value: JsonValue | undefined): Instant | null => (typeof value === 'number' ? value : null)

/** Returns the start of a day in a time zone. Throws a DomainError `bad-request` for a string that is not a date. */
export function startOfDay(day: string, zone: string): Instant {
  const midnight = /^\d{4}-\d\d-\d\d$/.test(day) ? parseInstant(day) : null
  if (midnight === null) throw badRequest('desk.day', { day: day.slice(0, 100) })
  return localTimeIn(zone).toInstant(midnight)
}

/**
 * Returns the start and the end of a slot for a local time. If the time and the duration are unchanged, the stored
 * seconds are preserved, so that changing only the room does not affect the times. Throws a DomainError `bad-request`
 * for invalid values.
 */
export function spanIn(
  zone: string,
  local: LocalSpan,
  { start, end }: StoredTimes,
): Pick<PlacedFields, 'start' | 'end'> {
  const stored = localSpanOf(zone, { start, end })
  const from = isSameTime(local, stored) ? instantOr(start) : instantAt(zone, local)
  if (from === null) throw badRequest('desk.time', { time: local.time.slice(0, 100) })
  const [first, last] = [instantOr(start), instantOr(end)]
  if (local.minutes === '') return { start: from, end: null }
  const isSameLength = first !== null && last !== null && local.minutes === stored.minutes
  return { start: from, end: from + (isSameLength ? last - first : readMinutes(local.minutes) * minuteMs) }
}

const isSameTime = (one: LocalSpan, other: LocalSpan): boolean => one.day === other.day && one.time === other.time

function instantAt(zone: string, { day, time }: LocalSpan): Instant | null {
  startOfDay(day, zone)
  const local = /^([01]\d|2[0-3]):[0-5]\d$/.test(time) ? parseInstant(`${day}T${time}`) : null
  return local === null ? null : localTimeIn(zone).toInstant(local)
}

function readMinutes(text: string): number {
  const minutes = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN
  if (minutes >= 0 && minutes <= maxMinutes) return minutes
  throw badRequest('desk.minutes', { minutes: text.slice(0, 100), most: maxMinutes })
}

export function localSpanOf(zone: string, { start, end }: StoredTimes): LocalSpan {
  const [from, until] = [instantOr(start), instantOr(end)]
  if (from === null) return { day: '', time: '', minutes: '' }
  const [day = '', time = ''] = new Date(localTimeIn(zone).toLocal(from)).toISOString().split('T')
  return { day, time: time.slice(0, 5), minutes: until === null ? '' : String(Math.round((until - from) / minuteMs)) }
}

/**
 * Returns the rooms of a slot after it is moved to `room`, which replaces the first room that the caller can view,
 * because the grid shows the slot in that room. If `room` is empty, removes all rooms that the caller can view.
 * `visible` contains these rooms in folder order.
 */
export function roomsAfterMove(stored: readonly string[], visible: readonly string[], room: string): readonly string[] {
  if (stored.includes(room)) return stored
  if (room === '') return stored.filter(each => !visible.includes(each))
  const first = visible.find(each => stored.includes(each))
  return first === undefined ? [...stored, room] : stored.map(each => (each === first ? room : each))
}

export const placedFieldsOf = (fields: FieldValues): PlacedFields =>
  Object.fromEntries(placedFields.flatMap(name => (fields[name] === undefined ? [] : [[name, fields[name]]])))

export function withPlace(fields: FieldValues, placed: PlacedFields): FieldValues {
  const others = Object.entries(fields).filter(([name]) => !placedFields.some(each => each === name))
  return Object.fromEntries([...others, ...Object.entries(placed)])
}

const defaultMinutes = 30

/**
 * Returns the duration in minutes that the editor selected for a slot without times, or 30 if no duration is selected.
 */
export function defaultMinutesOf({ type, fields }: Pick<ContentNode, 'type' | 'fields'>, event: ContentNode): number {
  const row = rowsOf(event, `durations_${type.toLowerCase()}`).find(({ id }) => id === fields.duration)
  return typeof row?.duration === 'number' ? row.duration : defaultMinutes
}
