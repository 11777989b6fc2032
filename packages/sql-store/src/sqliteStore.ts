import type { Turn } from '@plenum/core'
import type { BallotBox, Change, Commit, ContentStore, UserDirectory } from '@plenum/core/ports'
import { createBallotBox } from './ballots/ballotBox.js'
import { applyChange } from './change/applyChange.js'
import { type Connection, connect, emptiesLog } from './connection.js'
import { contentReader, type Moment } from './contentReader.js'
import { type Checkpoint, createLog } from './log.js'
import { migrate } from './migrate.js'
import { createReaderPool, type ReaderPool } from './readerPool.js'
import { sql } from './sql.js'
import type { SqliteDatabase } from './sqliteDatabase.js'
import { sqliteUserDirectory } from './sqliteUserDirectory.js'
import { storeFault } from './storeFault.js'
import { createWriter, type Write, type Writer } from './writer.js'

export interface SqliteStoreOptions {
  /**
   * Opens another connection to the database file, which is made when it does not exist; not for databases in memory.
   */
  readonly open: () => SqliteDatabase
  /** Called once for each change that has to wait because another process is writing. */
  readonly onWait?: () => void
  /**
   * Milliseconds after which a change that waits for another process is given up with `busy`; 30 seconds when left out.
   */
  readonly lockTimeout?: number
  /**
   * Milliseconds after which a change that waits for others of this process is given up with `busy`; 10 seconds when
   * left out.
   */
  readonly writeWait?: number
  /**
   * Connections that read at the same time; 8 when left out. Whoever finds none free waits (docs/http-answers.md,
   * Readers and writers, rule 1).
   */
  readonly readers?: number
  /** Where the write-ahead log is moved into the database; in this thread when left out, which holds it for as long. */
  readonly checkpoint?: Checkpoint
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
export function sqliteStore(options: SqliteStoreOptions): SqliteStore {
  const { open, onWait, lockTimeout = 30_000, writeWait = 10_000, readers = 8, checkpoint } = options
  const connection = openWriting(open)
  const log = createLog(connection, checkpoint)
  const writer = createWriter(connection, { onWait, onCommit: log.grew, lockTimeout, writeWait })
  const pool = createReaderPool(() => openReading(open), readers)
  const userReader = openReading(open)
  const close = async () => {
    await log.stop()
    pool.close()
    userReader.close()
    writer.close()
  }
  const content = { ...sqliteContent(pool, writer, close), ...createBallotBox(writer, log) }
  return { content, users: sqliteUserDirectory(userReader, writer), close }
}

function sqliteContent(pool: ReaderPool, writer: Writer, close: () => Promise<void>): ContentStore {
  return {
    read: work => pool.read(momentOf, (connection, moment) => work(contentReader(connection, moment))),
    commit: (change, turn) => commitBy(writer.write, change, turn),
    alone: work => writer.alone(write => work((change, turn) => commitBy(write, change, turn))),
    close,
  }
}

function commitBy(write: Write, change: Change, turn?: Turn): Promise<Commit> {
  return write(
    connection => applyChange(connection, change, turn),
    ({ ok }) => ok,
  )
}

function momentOf(connection: Connection): Moment {
  const [row] = connection.rows<Moment>(sql`SELECT stamp FROM store`)
  return { stamp: row?.stamp ?? '' }
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
  const connection = reads(() => connect(open()))
  const reading: Connection = {
    ...connection,
    rows: query => reads(() => connection.rows(query)),
    exec: text => reads(() => connection.exec(text)),
  }
  reading.exec('PRAGMA busy_timeout = 1000')
  reading.exec('PRAGMA query_only = ON')
  reading.exec('PRAGMA mmap_size = 268435456')
  return reading
}

/** Whoever reads is told of a database that cannot be read. */
function reads<T>(read: () => T): T {
  try {
    return read()
  } catch (error) {
    throw storeFault(error, 'store.unreadable')
  }
}
