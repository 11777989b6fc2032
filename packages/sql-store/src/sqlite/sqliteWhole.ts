import type { ContentReader, WholeStore } from '@plenum/core/ports'
import { votePartsIn } from '../ballots/keptVotes.js'
import { createWhole } from '../whole/createWhole.js'
import type { Writer } from '../writer.js'
import { checksOf } from './checksOf.js'
import type { SqliteConnection } from './connect.js'

interface WholeOptions {
  /** Calls `task` with the connection of a snapshot, and the content in it. */
  read<T>(work: (connection: SqliteConnection, content: ContentReader) => Promise<T>): Promise<T>
  readonly writer: Writer
  /** The writer's connection. */
  readonly connection: SqliteConnection
  /** Called when erased bytes may remain in the log. */
  readonly onErased: () => void
}

export function sqliteWhole({ read, writer, connection, onErased }: WholeOptions): WholeStore {
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
