import type { Turn } from '@plenum/core'
import type { Change, Commit, ContentStore } from '@plenum/core/ports'
import type { Connection } from '../connection.js'
import { sql } from '../sql.js'
import type { Write, Writer } from '../writer.js'
import { applyChange } from './applyChange.js'

/** The part of a store that writes content. It reports each committed change to `onCommitted`. */
export function commits(
  writer: Writer,
  onKept: (change: Change) => void = () => {},
): Pick<ContentStore, 'commit' | 'alone' | 'recordInvalidation'> {
  const commitBy = async (write: Write, change: Change, turn?: Turn): Promise<Commit> => {
    const result = await write(
      connection => applyChange(connection, change, turn),
      ({ ok }) => ok,
    )
    if (result.ok) onKept(change)
    return result
  }
  return {
    commit: (change, turn) => commitBy(writer.write, change, turn),
    alone: work => writer.alone(write => work((change, turn) => commitBy(write, change, turn))),
    recordInvalidation: () => writer.write(recordInvalidation, () => true),
  }
}

async function recordInvalidation(connection: Connection): Promise<number> {
  const rows = await connection.rows<{ readonly invalidations: number }>(
    sql`UPDATE store SET stamp = {random text}, invalidations = invalidations + 1 RETURNING invalidations`,
  )
  return rows[0]?.invalidations ?? 0
}
