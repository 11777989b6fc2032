import type { Field } from '../content/fields/field.js'
import type { ContentNode, FieldValues } from '../content/node/node.js'
import type { Instant } from '../foundation/instants.js'
import { isJsonObject } from '../foundation/json.js'
import { lastReleasedValues, releasedValues, showsReleases } from './releases.js'

/**
 * Data about a session that was withdrawn after visitors had seen it. Calendars show such sessions as cancelled
 * (docs/schedule.md, Cancelled sessions).
 */
export type Withdrawal = {
  readonly start: Instant
  readonly end: Instant
  readonly rooms: readonly string[]
  readonly presenters: readonly string[]
}

export const withdrawalField: Field = {
  kind: 'json',
  name: 'withdrawn_session',
  title: 'Session before it was withdrawn',
  hidden: true,
}

/** The index of withdrawn sessions. Clients cannot use this index in searches. */
export const withdrawalIndex = 'is_withdrawn'

/** Returns the stored withdrawal of a slot, or null if the slot has not been withdrawn. */
export const withdrawalIn = ({ [withdrawalField.name]: stored }: FieldValues): Withdrawal | null =>
  readWithdrawal(stored)

export function readWithdrawal(stored: unknown): Withdrawal | null {
  if (!isJsonObject(stored) || typeof stored.start !== 'number' || typeof stored.end !== 'number') return null
  return { start: stored.start, end: stored.end, rooms: tokens(stored.rooms), presenters: tokens(stored.presenters) }
}

/** Returns a withdrawal with the given field values, or null if the start or the end is missing. */
function withdrawalFrom({ start, end, room, presenters }: FieldValues): Withdrawal | null {
  if (typeof start !== 'number' || typeof end !== 'number') return null
  return { start, end, rooms: tokens(room), presenters: tokens(presenters) }
}

/**
 * Returns a withdrawal with the values of a slot that visitors currently see, or null if visitors see no slot or a slot
 * without a start or an end.
 */
export function withdrawalOfShown(slot: ContentNode, event: ContentNode): Withdrawal | null {
  const fields = showsReleases(event) ? releasedValues(slot, event) : slot.fields
  return fields && withdrawalFrom(fields)
}

export interface WithdrawnValues {
  readonly title: string
  readonly withdrawal: Withdrawal
}

/**
 * Returns the title and the withdrawal of a slot as visitors last saw them, or null if visitors never saw the slot. If
 * the event shows releases, the values are from the last release that contains the slot.
 */
export function withdrawnValues(slot: ContentNode, event: ContentNode): WithdrawnValues | null {
  const fields = showsReleases(event) ? lastReleasedValues(slot, event) : slot.fields
  const withdrawal = showsReleases(event) ? fields && withdrawalFrom(fields) : withdrawalIn(slot.fields)
  return fields && withdrawal && { title: String(fields.title ?? ''), withdrawal }
}

const tokens = (value: unknown): readonly string[] => (Array.isArray(value) ? value.map(String) : [])
