import type { BallotBox, ContentStore, StoreFacts, UserDirectory } from '@plenum/core/ports'
import { createBallotBox } from '../shared/ballots/ballotBox.js'
import { contentWrites } from '../shared/change/contentWrites.js'
import { createContentReader } from '../shared/content/contentReader.js'
import { mailStore } from '../shared/mails/mailStore.js'
import { userDirectory } from '../shared/people/userDirectory.js'
import { sql } from '../shared/sql.js'
import type { SqlStore } from '../shared/sqlStore.js'
import { pendingUploads } from '../shared/uploads/pendingUploads.js'
import { webhookStore } from '../shared/webhooks/webhookStore.js'
import { createWhole } from '../shared/whole/createWhole.js'
import { createWriter } from '../shared/writing/writer.js'
import { castBallots } from './ballots/castBallots.js'
import { ballotReader } from './ballots/readBallots.js'
import { beginTransaction } from './beginTransaction.js'
import { connect, emptyLogUnlessFull } from './connection.js'
import type { SqliteDatabase } from './database.js'
import { storeFault } from './faults.js'
import { type Checkpoint, createLog } from './log.js'
import { openWriting } from './openWriting.js'
import { createReaderPool } from './readers.js'
import type { SqliteConnection } from './rows.js'
import { isCurrent, type UpgradeOptions } from './schema/migrate.js'
import { migrations } from './schema/migrations.js'
import { textTables } from './search/gatherTexts.js'
import { searchReads } from './search/search.js'
import { createStateReader } from './stateReader.js'

export interface SqliteStoreOptions extends UpgradeOptions {
  /**
   * Opens a new connection to the database file. If the file does not exist, it is created. In-memory databases are
   * not supported, because all connections must share the same data.
   */
  readonly open: () => SqliteDatabase
  /** Called once for each change that must wait because another process is writing. */
  readonly onWait?: () => void
  /**
   * The maximum time for which a change waits for another process, in milliseconds. A change that waits longer fails
   * with `busy`. Defaults to 30,000.
   */
  readonly lockTimeout?: number
  /**
   * The maximum time for which a change waits for other changes of this process, in milliseconds. A change that waits
   * longer fails with `busy`. Defaults to 10,000.
   */
  readonly writeWait?: number
  /**
   * The number of read connections. Defaults to 8. A read waits until a connection is free (docs/http-answers.md,
   * Readers and writers, rule 1).
   */
  readonly readers?: number
  /** Runs checkpoints, for example in another thread. By default, a checkpoint blocks this thread. */
  readonly checkpoint?: Checkpoint
}

/** A database file that stores content, votes and users. Each read occupies a connection until the read ends. */
export type SqliteStore = SqlStore

/**
 * Opens the database and migrates it to the current schema, unless `older` specifies otherwise. Each commit flushes the
 * write-ahead log, so its data is on disk when the commit returns. Throws a SchemaError if a newer program has written
 * the file.
 *
 * @example
 * import Database from 'libsql'
 * const store = sqliteStore({ open: () => new Database('garden.sqlite') })
 * const site = createSite(createNodePlatform(store))
 * await store.close()
 */
export function sqliteStore(options: SqliteStoreOptions): SqliteStore {
  const { open, lockTimeout = 30_000, writeWait = 10_000, readers = 8, checkpoint } = options
  const { connection, upgraded } = openWriting(open, options)
  let lockWaits = 0
  const onWait = () => {
    lockWaits += 1
    options.onWait?.()
  }
  const begin = (signal: AbortSignal) => beginTransaction(connection, { onWait, lockTimeout, signal })
  const writer = createWriter(connection, {
    begin,
    onCommit: () => log.grew(),
    writeWait,
    faultOf: storeFault,
    afterLoss: () => 'each',
  })
  const log = createLog({ connection, checkpoint, alone: writer.alone })
  const userReader = openReading(open)
  const readState = createStateReader(userReader)
  const pool = createReaderPool({ open: () => openReading(open), state: () => readState().votes }, readers)
  let isClosed = false
  const close = async () => {
    await log.stop()
    pool.close()
    userReader.close()
    writer.close()
    if (!isClosed) closeWriting(connection)
    isClosed = true
  }
  const readerOn = createContentReader<SqliteConnection>({ search: searchReads, votes: ballotReader, facts: factsOf })
  const votes = createBallotBox({
    write: writer.write,
    cast: (_, ballots) => castBallots(connection, ballots),
    onCounted: log.emptySoon,
  })
  const content: ContentStore & BallotBox = {
    state: async () => readState(),
    read: (task, knownState) => pool.read((reading, moment) => task(readerOn(reading, moment)), knownState?.votes),
    ...contentWrites(writer),
    close,
    ...votes,
  }
  return {
    content,
    users: withoutTraces(userDirectory(userReader, writer, readState), log.emptySoon),
    webhooks: webhookStore(userReader, writer),
    mails: mailStore(userReader, writer),
    pendingUploads: pendingUploads(userReader, writer),
    whole: createWhole({
      read: task => pool.read((reading, moment) => task(reading, readerOn(reading, moment))),
      writer,
      onErased: log.emptySoon,
    }),
    schemaVersion: migrations.length,
    upgraded,
    isCurrent: async () => isCurrent(userReader),
    counts: () => ({ ...pool.counts(), ...writer.counts(), lockWaits }),
    close,
  }
}

/**
 * Returns a user directory that empties the log after each change to users, because the log may contain portraits that
 * have been removed.
 */
const withoutTraces = (users: UserDirectory, emptyLog: () => void): UserDirectory => ({
  ...users,
  change: (...args) => users.change(...args).finally(emptyLog),
})

async function factsOf(connection: SqliteConnection): Promise<StoreFacts> {
  const row = connection.row<{ readonly version: string; readonly bytes: number }>(
    sql`SELECT sqlite_version() AS version, page_count * page_size AS bytes FROM pragma_page_count(), pragma_page_size()`,
  )
  return { kind: `SQLite ${row?.version ?? ''}`, bytes: row?.bytes ?? null, clock: null }
}

/**
 * Closes the writing connection. The log is emptied first, so that the file is complete even if the driver delays
 * closing the connection.
 */
function closeWriting(connection: SqliteConnection): void {
  try {
    emptyLogUnlessFull(connection)
  } finally {
    connection.close()
  }
}

function openReading(open: () => SqliteDatabase): SqliteConnection {
  const connection = translateErrors(() => connect(open()))
  const reading: SqliteConnection = {
    ...connection,
    rows: query => translateErrors(() => connection.rows(query)),
    row: query => translateErrors(() => connection.row(query)),
    exec: text => translateErrors(() => connection.exec(text)),
    execInThread: text => connection.execInThread(text).catch(refuse),
  }
  reading.exec('PRAGMA busy_timeout = 1000')
  reading.exec(textTables)
  reading.exec('PRAGMA query_only = ON')
  reading.exec('PRAGMA mmap_size = 268435456')
  return reading
}

/** Converts database errors during reads to a DomainError `store-unavailable`. */
function translateErrors<T>(read: () => T): T {
  try {
    return read()
  } catch (error) {
    return refuse(error)
  }
}

function refuse(error: unknown): never {
  throw storeFault(error, 'store.unreadable')
}
