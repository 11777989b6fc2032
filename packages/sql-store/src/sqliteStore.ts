import type { BallotBox, ContentStore, UserDirectory } from '@plenum/core'
import { createBallotBox } from './ballots/ballotBox.js'
import { applyChange } from './change/applyChange.js'
import { type Connection, connect, emptiesLog } from './connection.js'
import { contentReader, type Moment } from './contentReader.js'
import { createLogEmptier } from './logEmptier.js'
import { migrate } from './migrate.js'
import { createReaderPool, type ReaderPool } from './readerPool.js'
import { sql } from './sql.js'
import type { SqliteDatabase } from './sqliteDatabase.js'
import { sqliteUserDirectory } from './sqliteUserDirectory.js'
import { createWriter, type Writer } from './writer.js'

export interface SqliteStoreOptions {
  /** Opens another connection to the database file, which is made when it does not exist; not for databases in memory. */
  readonly open: () => SqliteDatabase
  /** Called once for each change that has to wait because another process is writing. */
  readonly onWait?: () => void
  /** Milliseconds after which a waiting change is given up with an error; 30 seconds when left out. */
  readonly lockTimeout?: number
}

/** Content, votes and users in one database file. */
export interface SqliteStore {
  readonly content: ContentStore & BallotBox
  readonly users: UserDirectory
  /** Gives up all connections, also when it is asked of `content`; reads that still run keep theirs to their end. */
  close(): Promise<void>
}

/**
 * Opens the database and brings it to the present form. What a commit reported is on the disk: the database runs with
 * a write-ahead log that is flushed at each commit. Throws when a newer program has written the file.
 */
export function sqliteStore({ open, onWait, lockTimeout = 30_000 }: SqliteStoreOptions): SqliteStore {
  const connection = openWriting(open)
  const writer = createWriter(connection, { onWait, lockTimeout })
  const pool = createReaderPool(() => openReading(open))
  const log = createLogEmptier(connection)
  const close = async () => {
    log.stop()
    pool.close()
    writer.close()
  }
  const content = { ...sqliteContent(pool, writer, close), ...createBallotBox(writer, log) }
  return { content, users: sqliteUserDirectory(pool, writer), close }
}

function sqliteContent(pool: ReaderPool, writer: Writer, close: () => Promise<void>): ContentStore {
  return {
    read: work => pool.read(momentOf, (connection, moment) => work(contentReader(connection, moment))),
    commit: change =>
      writer.write(
        connection => applyChange(connection, change),
        ({ ok }) => ok,
      ),
    close,
  }
}

function momentOf(connection: Connection): Moment {
  const [row] = connection.rows<Moment>(sql`SELECT counter, stamp FROM store`)
  return { counter: row?.counter ?? 0, stamp: row?.stamp ?? '' }
}

/** Waiting for a lock blocks the process: at the start it may, later the writer waits by itself. */
function openWriting(open: () => SqliteDatabase): Connection {
  const connection = connect(open())
  try {
    connection.exec('PRAGMA busy_timeout = 10000')
    connection.exec('PRAGMA journal_mode = WAL')
    connection.exec('PRAGMA synchronous = FULL')
    connection.exec('PRAGMA foreign_keys = ON')
    // What is overwritten or removed leaves nothing behind in the file.
    connection.exec('PRAGMA secure_delete = ON')
    connection.exec('PRAGMA journal_size_limit = 67108864')
    connection.exec('PRAGMA mmap_size = 268435456')
    migrate(connection)
    connection.exec('PRAGMA busy_timeout = 0')
    // A process that was killed has left its log behind.
    emptiesLog(connection)
    return connection
  } catch (error) {
    connection.close()
    throw error
  }
}

function openReading(open: () => SqliteDatabase): Connection {
  const connection = connect(open())
  connection.exec('PRAGMA busy_timeout = 1000')
  connection.exec('PRAGMA query_only = ON')
  connection.exec('PRAGMA mmap_size = 268435456')
  return connection
}
