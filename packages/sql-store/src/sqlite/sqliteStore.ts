import type {
  BallotBox,
  ContentReader,
  ContentStore,
  Principals,
  StoreFacts,
  UserDirectory,
  WholeStore,
} from '@plenum/core/ports'
import { createBallotBox } from '../ballots/ballotBox.js'
import { castBallots } from '../ballots/castBallots.js'
import { ballotReader } from '../ballots/readBallots.js'
import { commits } from '../change/commits.js'
import { contentReader, type Moment } from '../contentReader.js'
import { createReadMemory, type ReadMemory } from '../remembered/readMemory.js'
import type { SchemaUpgrade } from '../schemaVersions.js'
import { textTables } from '../search/gatherTexts.js'
import { createKinds, type KindsFor } from '../search/kinds.js'
import { catalogReader } from '../search/search.js'
import { sql } from '../sql.js'
import type { StoreCounts } from '../storeCounts.js'
import { userDirectory } from '../userDirectory.js'
import { createWriter, type Writer } from '../writer.js'
import { beginTransaction } from './beginTransaction.js'
import { connect, emptiesLog, type SqliteConnection } from './connect.js'
import { type Checkpoint, createLog } from './log.js'
import { type LookAtState, lookAtState } from './lookAtState.js'
import { isCurrent, type Upgrading } from './migrate.js'
import { migrations } from './migrations.js'
import { openWriting } from './openWriting.js'
import { createReaderPool, type ReaderPool } from './readerPool.js'
import type { SqliteDatabase } from './sqliteDatabase.js'
import { sqliteWhole } from './sqliteWhole.js'
import { storeFault } from './storeFault.js'

export interface SqliteStoreOptions extends Upgrading {
  /**
   * Opens a new connection to the database file, and creates the file if it does not exist. In-memory databases do not
   * work: all connections must see the same data.
   */
  readonly open: () => SqliteDatabase
  /** Called once for each change that must wait because another process writes. */
  readonly onWait?: () => void
  /** Milliseconds after which a change that waits for another process fails with `busy`; 30,000 by default. */
  readonly lockTimeout?: number
  /** Milliseconds after which a change that waits for others of this process fails with `busy`; 10,000 by default. */
  readonly writeWait?: number
  /**
   * The number of read connections; 8 by default. A read waits for a free one (docs/http-answers.md, Readers and
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
  /** The complete store, for backup and restore. */
  readonly whole: WholeStore
  readonly schemaVersion: number
  /** The upgrade that this call has made, or null. */
  readonly upgraded: SchemaUpgrade | null
  /** Whether the database has the schema of this program. Rejects if it cannot be read. */
  isCurrent(): Promise<boolean>
  counts(): StoreCounts
  /** Closes all connections, as `content.close` does too. A running read keeps its connection until it ends. */
  close(): Promise<void>
}

/**
 * Opens the database and migrates it to the current schema, unless `older` says otherwise. A commit returns when its
 * data is on disk: each commit flushes the write-ahead log. Throws a SchemaError if a newer program wrote the file.
 *
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
  const look = lookAtState(userReader)
  const pool = createReaderPool({ open: () => openReading(open), begin: momentOf, state: () => look().votes }, readers)
  let isClosed = false
  const close = async () => {
    await log.stop()
    pool.close()
    userReader.close()
    writer.close()
    if (!isClosed) closeWriting(connection)
    isClosed = true
  }
  const kept = { memory: createReadMemory(), kindsFor: createKinds() }
  const votes = createBallotBox({
    write: writer.write,
    cast: (_, requests) => castBallots(connection, requests),
    onCounted: log.emptySoon,
  })
  const content = { ...sqliteContent(pool, writer, { look, close, kept }), ...votes }
  return {
    content,
    users: withoutTraces(userDirectory(userReader, writer, look), log.emptySoon),
    whole: sqliteWhole({
      read: work => pool.read((reading, moment) => work(reading, readerOf(reading, moment, kept))),
      writer,
      connection,
      onErased: log.emptySoon,
    }),
    schemaVersion: migrations.length,
    upgraded,
    isCurrent: async () => isCurrent(userReader),
    counts: () => ({ ...pool.counts(), ...writer.counts(), lockWaits }),
    close,
  }
}

/** The log also contains removed portraits. */
const withoutTraces = (users: UserDirectory, emptyLog: () => void): UserDirectory => ({
  ...users,
  change: (...asked) => users.change(...asked).finally(emptyLog),
})

interface Opened extends Pick<ContentStore, 'close'> {
  readonly look: LookAtState
  readonly kept: Kept
}

function sqliteContent(pool: ReaderPool<Moment>, writer: Writer, { look, close, kept }: Opened): ContentStore {
  return {
    state: async () => look(),
    read: (work, seen) => pool.read((connection, moment) => work(readerOf(connection, moment, kept)), seen?.votes),
    ...commits(writer),
    close,
  }
}

/** Caches shared by all readers of the process. */
interface Kept {
  readonly memory: ReadMemory
  readonly kindsFor: KindsFor
}

function readerOf(connection: SqliteConnection, moment: Moment, { memory, kindsFor }: Kept): ContentReader {
  const catalog = { connection, kinds: (principals: Principals) => kindsFor(connection, moment.stamp, principals) }
  return contentReader(connection, {
    moment,
    memory,
    own: {
      catalog: catalogReader(catalog),
      votes: ballotReader(connection),
      facts: async () => factsOf(connection),
    },
  })
}

function factsOf(connection: SqliteConnection): StoreFacts {
  const row = connection.row<{ readonly version: string; readonly bytes: number }>(
    sql`SELECT sqlite_version() AS version, page_count * page_size AS bytes FROM pragma_page_count(), pragma_page_size()`,
  )
  return { kind: `SQLite ${row?.version ?? ''}`, bytes: row?.bytes ?? null, clock: null }
}

/** `votes` was read before the snapshot began. */
function momentOf(connection: SqliteConnection, votes: string): Moment {
  const row = connection.row<Omit<Moment, 'votes'>>(sql`SELECT stamp, invalidations FROM store`)
  return { stamp: row?.stamp ?? '', invalidations: row?.invalidations ?? 0, votes }
}

/** Leaves one complete file, even if the driver closes the connection later. */
function closeWriting(connection: SqliteConnection): void {
  try {
    emptiesLog(connection)
  } finally {
    connection.close()
  }
}

function openReading(open: () => SqliteDatabase): SqliteConnection {
  const connection = reads(() => connect(open()))
  const reading: SqliteConnection = {
    ...connection,
    rows: query => reads(() => connection.rows(query)),
    row: query => reads(() => connection.row(query)),
    exec: text => reads(() => connection.exec(text)),
    execApart: text => connection.execApart(text).catch(refuse),
  }
  reading.exec('PRAGMA busy_timeout = 1000')
  reading.exec(textTables)
  reading.exec('PRAGMA query_only = ON')
  reading.exec('PRAGMA mmap_size = 268435456')
  return reading
}

/** Translates errors of the database into a DomainError `store-unavailable` for reads. */
function reads<T>(read: () => T): T {
  try {
    return read()
  } catch (error) {
    return refuse(error)
  }
}

function refuse(error: unknown): never {
  throw storeFault(error, 'store.unreadable')
}
