import type { Turn } from '@plenum/core'
import type { BallotBox, Change, Commit, ContentStore, UserDirectory } from '@plenum/core/ports'
import { createBallotBox } from '../ballots/ballotBox.js'
import { applyChange } from '../change/applyChange.js'
import { type Connection, connect, emptiesLog } from '../connection.js'
import { contentReader, type Moment } from '../contentReader.js'
import { type Checkpoint, createLog } from './log.js'
import { type LookAtState, lookAtState } from './lookAtState.js'
import { isCurrent, migrate } from './migrate.js'
import { createReaderPool, type ReaderPool } from './readerPool.js'
import { createReadMemory } from '../remembered/readMemory.js'
import { createKinds } from '../search/kinds.js'
import { sql } from '../sql.js'
import type { SqliteDatabase } from './sqliteDatabase.js'
import { sqliteUserDirectory } from '../userDirectory.js'
import { storeFault } from './storeFault.js'
import { createWriter, type Write, type Writer } from '../writer.js'

export interface SqliteStoreOptions {
  /**
   * Opens a new connection to the database file, and creates the file if it does not exist. Databases in memory do not
   * work: all connections must see the same data.
   */
  readonly open: () => SqliteDatabase
  /** Called once for each change that must wait because another process writes. */
  readonly onWait?: () => void
  /**
   * Milliseconds after which a change that waits for another process fails with `busy`; 30,000 by default.
   */
  readonly lockTimeout?: number
  /**
   * Milliseconds after which a change that waits for others of this process fails with `busy`; 10,000 by default.
   */
  readonly writeWait?: number
  /**
   * The number of connections for reads; 8 by default. A read waits for a free one (docs/http-answers.md, Readers and
   * writers, rule 1).
   */
  readonly readers?: number
  /** Runs checkpoints, for example in another thread; by default in this thread, which they block. */
  readonly checkpoint?: Checkpoint
}

/** Content, votes and users in one database file. */
export interface SqliteStore {
  readonly content: ContentStore & BallotBox
  readonly users: UserDirectory
  /** Whether the database has the schema of this program. Rejects when it cannot be read. */
  isCurrent(): Promise<boolean>
  /** Closes all connections, as `content.close` does too. A running read keeps its connection until it ends. */
  close(): Promise<void>
}

/**
 * Opens the database and migrates it to the current schema. A commit returns when its data is on the disk: the
 * write-ahead log is flushed at each commit. Throws when the file is of a newer program.
 *
 * @example
 * import Database from 'libsql'
 * const store = sqliteStore({ open: () => new Database('garden.sqlite') as unknown as SqliteDatabase })
 * const site = createSite(createWorld(store))
 * await store.close()
 */
export function sqliteStore(options: SqliteStoreOptions): SqliteStore {
  const { open, onWait, lockTimeout = 30_000, writeWait = 10_000, readers = 8, checkpoint } = options
  const connection = openWriting(open)
  const writer = createWriter(connection, { onWait, onCommit: () => log.grew(), lockTimeout, writeWait })
  const log = createLog({ connection, checkpoint, alone: writer.alone })
  const pool = createReaderPool(() => openReading(open), readers)
  const userReader = openReading(open)
  const look = lookAtState(userReader)
  const close = async () => {
    await log.stop()
    pool.close()
    userReader.close()
    writer.close()
  }
  const content = { ...sqliteContent(pool, writer, { look, close }), ...createBallotBox(writer, log) }
  return {
    content,
    users: sqliteUserDirectory(userReader, writer, look),
    isCurrent: async () => isCurrent(userReader),
    close,
  }
}

interface WholeStore extends Pick<ContentStore, 'close'> {
  readonly look: LookAtState
}

function sqliteContent(pool: ReaderPool, writer: Writer, { look, close }: WholeStore): ContentStore {
  const kept = { memory: createReadMemory(), kindsFor: createKinds() }
  return {
    state: async () => look(),
    read: work => pool.read(momentOf, (connection, moment) => work(contentReader(connection, moment, kept))),
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
  return { stamp: connection.row<Moment>(sql`SELECT stamp FROM store`)?.stamp ?? '' }
}

/** SQLite blocks the process while it waits for a lock. That is fine at the start; later the writer itself waits. */
function openWriting(open: () => SqliteDatabase): Connection {
  const connection = connect(open())
  try {
    connection.exec('PRAGMA busy_timeout = 10000')
    connection.exec('PRAGMA journal_mode = WAL')
    connection.exec('PRAGMA synchronous = FULL')
    connection.exec('PRAGMA foreign_keys = ON')
    // Overwrites deleted data with zeros, so that it cannot be recovered from the file.
    connection.exec('PRAGMA secure_delete = ON')
    connection.exec('PRAGMA journal_size_limit = 67108864')
    connection.exec('PRAGMA mmap_size = 268435456')
    migrate(connection)
    connection.exec('PRAGMA busy_timeout = 0')
    // A killed process leaves a log behind.
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
    row: query => reads(() => connection.row(query)),
    exec: text => reads(() => connection.exec(text)),
  }
  reading.exec('PRAGMA busy_timeout = 1000')
  reading.exec('PRAGMA query_only = ON')
  reading.exec('PRAGMA mmap_size = 268435456')
  return reading
}

/** Turns errors of the database into a DomainError `store-unavailable` for reads. */
function reads<T>(read: () => T): T {
  try {
    return read()
  } catch (error) {
    throw storeFault(error, 'store.unreadable')
  }
}
