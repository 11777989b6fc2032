import type { ContentReader, WholeStore } from '@plenum/core/ports'
import type { Connection } from '../connection.js'
import { sql } from '../sql.js'
import { createWhole } from '../whole/createWhole.js'
import type { Writer } from '../writer.js'
import { votePartsIn } from './ballots/keptVotes.js'
import { checksOf } from './checksOf.js'

interface Places {
  /** Calls `work` with a connection that sees one moment, and the content of that moment. */
  read<T>(work: (connection: Connection, content: ContentReader) => Promise<T>): Promise<T>
  readonly writer: Writer
  /** The one that the writer writes with. */
  readonly connection: Connection
}

export function postgresWhole({ read, writer, connection }: Places): WholeStore {
  return createWhole({
    read: work =>
      read((reading, content) =>
        work({ connection: reading, content, votes: votePartsIn(reading), checks: checksOf(reading) }),
      ),
    writer,
    votes: votePartsIn(connection),
    checks: checksOf(connection),
    onFilled: () => goOn(connection),
  })
}

/** Objects were given their numbers: the next one comes behind them. No first start is needed any more. */
async function goOn(connection: Connection): Promise<void> {
  await connection.rows(
    sql`SELECT setval(pg_get_serial_sequence('node', 'seq'), max(seq)) FROM node HAVING max(seq) IS NOT NULL`,
  )
  await connection.run(sql`UPDATE store SET is_filling = false`)
}
