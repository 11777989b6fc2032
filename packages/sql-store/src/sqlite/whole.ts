import type { ContentReader, WholeStore } from '@plenum/core/ports'
import { createWhole } from '../shared/whole/createWhole.js'
import type { Writer } from '../shared/writing/writer.js'
import { votePartsIn } from './ballots/voteParts.js'
import { checksOf } from './checks.js'
import type { SqliteConnection } from './rows.js'

interface WholeOptions {
  /** Calls `task` with the connection of a snapshot, and the content in it. */
  read<T>(task: (connection: SqliteConnection, content: ContentReader) => Promise<T>): Promise<T>
  readonly writer: Writer
  /** The writer's connection. */
  readonly connection: SqliteConnection
  /** Called when erased bytes may remain in the log. */
  readonly onErased: () => void
}

export function sqliteWhole({ read, writer, connection, onErased }: WholeOptions): WholeStore {
  return createWhole({
    read: task =>
      read((reading, content) =>
        task({ connection: reading, content, votes: votePartsIn(reading), checks: checksOf(reading) }),
      ),
    writer,
    votes: votePartsIn(connection),
    checks: checksOf(connection),
    onErased,
  })
}
