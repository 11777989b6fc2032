import type { Field } from '../content/fields/field.js'
import type { FieldValues } from '../content/node/node.js'
import type { Instant } from '../foundation/instants.js'
import { isJsonObject } from '../foundation/json.js'

/**
 * The data that visitors saw of a session before it was withdrawn. Calendars show it as cancelled (docs/schedule.md,
 * Cancelled sessions).
 */
export type Withdrawal = {
  readonly start: Instant
  readonly end: Instant
  /** The UIDs of the rooms and presenters. */
  readonly rooms: readonly string[]
  readonly presenters: readonly string[]
}

export const withdrawalField: Field = {
  kind: 'json',
  name: 'withdrawn_session',
  title: 'Session before it was withdrawn',
  hidden: true,
}

/** The index of withdrawn sessions. Clients cannot search by it. */
export const withdrawalIndex = 'is_withdrawn'

/** The withdrawal of a slot with these fields; null if visitors may see the slot, or have never seen it. */
export function withdrawalIn({ [withdrawalField.name]: stored }: FieldValues): Withdrawal | null {
  if (!isJsonObject(stored) || typeof stored.start !== 'number' || typeof stored.end !== 'number') return null
  return { start: stored.start, end: stored.end, rooms: tokens(stored.rooms), presenters: tokens(stored.presenters) }
}

/** The withdrawal of a slot that visitors see with these fields; null if the slot has no times. */
export function withdrawalFrom({ start, end, room, presenters }: FieldValues): Withdrawal | null {
  if (typeof start !== 'number' || typeof end !== 'number') return null
  return { start, end, rooms: tokens(room), presenters: tokens(presenters) }
}

const tokens = (value: unknown): readonly string[] => (Array.isArray(value) ? value.map(String) : [])
