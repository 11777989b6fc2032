import type { ContentReader, WholeStore } from '@plenum/core/ports'
import { votePartsIn } from '../ballots/keptVotes.js'
import { createWhole } from '../whole/createWhole.js'
import type { Writer } from '../writer.js'
import { checksOf } from './checksOf.js'
import type { SqliteConnection } from './connect.js'

interface Places {
  /** Calls `work` with a connection that sees one moment, and the content of that moment. */
  read<T>(work: (connection: SqliteConnection, content: ContentReader) => Promise<T>): Promise<T>
  readonly writer: Writer
  /** The one that the writer writes with. */
  readonly connection: SqliteConnection
  /** Called when what was erased may still be in the log. */
  readonly onErased: () => void
}

export function sqliteWhole({ read, writer, connection, onErased }: Places): WholeStore {
  return createWhole({
    read: work =>
      read((reading, content) =>
        work({ connection: reading, content, votes: votePartsIn(reading), checks: checksOf(reading) }),
      ),
    writer,
    votes: votePartsIn(connection),
    checks: checksOf(connection),
    onErased,
  })
}
