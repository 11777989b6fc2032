import type { ContentReader, WholeStore } from '@plenum/core/ports'
import type { Connection } from '../connection.js'
import { sql } from '../sql.js'
import { createWhole } from '../whole/createWhole.js'
import type { Writer } from '../writer.js'
import { votePartsIn } from './ballots/keptVotes.js'
import { checksOf, countKinds } from './checksOf.js'
import { locks } from './locks.js'
import type { Statistics } from './statistics.js'
import type { PostgresWriting } from './writing.js'

interface WholeOptions {
  /** Calls `task` with the connection of a snapshot, and the content in it. */
  read<T>(work: (connection: Connection, content: ContentReader) => Promise<T>): Promise<T>
  readonly writer: Writer
  /** The writer's connection. */
  readonly connection: PostgresWriting
  readonly statistics: Pick<Statistics, 'renew'>
  /** Called when rows of erased files can be freed. */
  readonly onErased: () => void
}

export function postgresWhole({ read, writer, connection, statistics, onErased }: WholeOptions): WholeStore {
  const whole = createWhole({
    read: work =>
      read((reading, content) =>
        work({ connection: reading, content, votes: votePartsIn(reading), checks: checksOf(reading) }),
      ),
    writer,
    votes: votePartsIn(connection),
    checks: checksOf(connection),
    onErased,
    filling: fill => filling(connection, fill),
  })
  return {
    ...whole,
    fill: async (...asked) => {
      await whole.fill(...asked)
      await statistics.renew()
    },
    write: async (...asked) => {
      const result = await whole.write(...asked)
      if (result.ok) await statistics.renew()
      return result
    },
  }
}

/**
 * Other servers that start wait for the lock: they would create a site, since they see none. The mark of a killed start
 * is cleared. Restored objects have explicit `seq` values, so the sequence is advanced past them.
 */
async function filling(connection: PostgresWriting, fill: () => Promise<void>): Promise<void> {
  await connection.letLast()
  await connection.rows(sql`SELECT pg_advisory_xact_lock(${locks.start})`)
  // A transaction keeps all versions of an incremented row and reads them each time, so objects are counted at the end.
  await connection.exec('ALTER TABLE node DISABLE TRIGGER node_counted')
  await fill()
  await connection.exec('ALTER TABLE node ENABLE TRIGGER node_counted')
  for (const statement of countKinds) await connection.run(statement)
  await connection.run(sql`UPDATE store SET is_filling = false`)
  await connection.rows(
    sql`SELECT setval(pg_get_serial_sequence('node', 'seq'), max(seq)) FROM node HAVING max(seq) IS NOT NULL`,
  )
}
