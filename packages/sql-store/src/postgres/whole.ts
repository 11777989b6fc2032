import type { ContentReader, WholeStore } from '@plenum/core/ports'
import { type Connection, sql } from '../shared/sql.js'
import { createWhole } from '../shared/whole/createWhole.js'
import { countKinds } from '../shared/whole/derivedTables.js'
import type { Writer } from '../shared/writing/writer.js'
import { locks } from './schema/locks.js'
import type { Statistics } from './server/statistics.js'
import type { PostgresWriting } from './transaction/writing.js'

interface WholeOptions {
  /** Calls `task` with a connection and a content reader that share a snapshot. */
  read<T>(task: (connection: Connection, content: ContentReader) => Promise<T>): Promise<T>
  readonly writer: Writer
  readonly connection: PostgresWriting
  readonly statistics: Pick<Statistics, 'renew'>
  /** Called when the disk space of erased files can be freed. */
  readonly onErased: () => void
}

export function postgresWhole({ read, writer, connection, statistics, onErased }: WholeOptions): WholeStore {
  const whole = createWhole({
    read,
    writer,
    onErased,
    filling: fill => filling(connection, fill),
  })
  return {
    ...whole,
    fill: async (...args) => {
      await whole.fill(...args)
      await statistics.renew()
    },
    write: async (...args) => {
      const result = await whole.write(...args)
      if (result.ok) await statistics.renew()
      return result
    },
  }
}

/**
 * Fills an empty store. A lock delays other servers that start at the same time, because they would otherwise find no
 * site and create one. Clears the flag for an unfinished start, which a killed process may have left behind, and
 * advances the sequence of `seq` values past those of the restored objects.
 */
async function filling(connection: PostgresWriting, fill: () => Promise<void>): Promise<void> {
  await connection.extendTimeouts()
  await connection.rows(sql`SELECT pg_advisory_xact_lock(${locks.start})`)
  // The trigger, which counts objects, is disabled while the store is filled, because a transaction that increments the
  // same row repeatedly retains all versions of the row and reads them each time.
  await connection.exec('ALTER TABLE node DISABLE TRIGGER node_counted')
  await fill()
  await connection.exec('ALTER TABLE node ENABLE TRIGGER node_counted')
  for (const statement of countKinds) await connection.run(statement)
  await connection.run(sql`UPDATE store SET is_filling = false`)
  await connection.rows(
    sql`SELECT setval(pg_get_serial_sequence('node', 'seq'), max(seq)) FROM node HAVING max(seq) IS NOT NULL`,
  )
}
