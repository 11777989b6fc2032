import type { Field } from '../content/fields/field.js'
import type { ContentNode } from '../content/node/node.js'
import type { Instant } from '../foundation/instants.js'
import { isJsonObject, type JsonObject } from '../foundation/json.js'
import { eventKey } from './releases.js'
import { readWithdrawal, type Withdrawal } from './withdrawal.js'

/** A session that visitors saw in an event before the session was deleted or moved out of the event. */
export interface RemovedSession {
  readonly uid: string
  readonly shortName: string
  /**
   * The iCalendar SEQUENCE value of the cancellation, which is higher than all SEQUENCE values of the session in
   * earlier calendars.
   */
  readonly sequence: number
  readonly created: Instant
  readonly removed: Instant
  readonly withdrawal: Withdrawal
}

/**
 * The field that stores the removed sessions as `{event, items}`. In a copy of the event, the value is ignored, because
 * `event` identifies the original event.
 */
export const removedSessionsField: Field = {
  kind: 'json',
  name: 'removed_sessions',
  title: 'Sessions that visitors saw before they were removed',
  hidden: true,
}

/** The maximum number of cancelled sessions in the calendars of an event. */
export const maxWithdrawn = 1000

export function removedSessionsIn(event: ContentNode): readonly RemovedSession[] {
  const stored = event.fields[removedSessionsField.name]
  if (!isJsonObject(stored) || stored.event !== eventKey(event) || !Array.isArray(stored.items)) return []
  return stored.items.flatMap(item => readSession(item) ?? [])
}

function readSession(item: unknown): RemovedSession | null {
  const withdrawal = isJsonObject(item) ? readWithdrawal(item.withdrawal) : null
  return withdrawal && { ...(item as RemovedSession), withdrawal }
}

/** Adds removed sessions to an event, and drops the oldest removed sessions if there are more than `maxWithdrawn`. */
export function withRemovedSessions(event: ContentNode, removed: readonly RemovedSession[]): ContentNode {
  const uids = new Set(removed.map(({ uid }) => uid))
  const earlier = removedSessionsIn(event).filter(({ uid }) => !uids.has(uid))
  const items = [...earlier, ...removed].slice(-maxWithdrawn) as unknown as readonly JsonObject[]
  return { ...event, fields: { ...event.fields, [removedSessionsField.name]: { event: eventKey(event), items } } }
}
