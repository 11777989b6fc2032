import type { TimeSlice } from '@plenum/core'
import type { Change, Commit, ContentStore, NewEvent } from '@plenum/core/ports'
import { appendEvents, trimEvents } from '../events/eventRows.js'
import { subscriptionStore } from '../events/subscriptionRows.js'
import { type Connection, sql } from '../sql.js'
import type { Write, Writer } from '../writing/writer.js'
import { applyChange } from './applyChange.js'

export function contentWrites(
  writer: Writer,
  onCommitted: (change: Change) => void = () => {},
): Pick<ContentStore, 'commit' | 'alone' | 'recordInvalidation' | 'trimEvents' | 'subscriptions'> {
  const commitBy = async (write: Write, change: Change, slice?: TimeSlice): Promise<Commit> => {
    const result = await write(
      connection => applyChange(connection, change, slice),
      ({ ok }) => ok,
    )
    if (result.ok) onCommitted(change)
    return result
  }
  return {
    commit: (change, slice) => commitBy(writer.write, change, slice),
    alone: task => writer.alone(write => task((change, slice) => commitBy(write, change, slice))),
    recordInvalidation: event => writer.write(connection => recordInvalidation(connection, event)),
    trimEvents: (retention, limit) => writer.write(connection => trimEvents(connection, retention, limit)),
    subscriptions: subscriptionStore(writer),
  }
}

async function recordInvalidation(connection: Connection, event: NewEvent | undefined): Promise<number> {
  await appendEvents(connection, 'stamp', event ? [event] : [])
  const rows = await connection.rows<{ readonly invalidations: number }>(
    sql`UPDATE store SET invalidations = invalidations + 1 RETURNING invalidations`,
  )
  return rows[0]?.invalidations ?? 0
}
