import type { MinuteCounts } from '@plenum/core'
import { createBackgroundJob } from '../shared/backgroundJob.js'
import { createBallotBox } from '../shared/ballots/ballotBox.js'
import { contentWrites } from '../shared/change/contentWrites.js'
import { mailStore } from '../shared/mails/mailStore.js'
import { userDirectory } from '../shared/people/userDirectory.js'
import type { SqlStore } from '../shared/sqlStore.js'
import { pendingUploads } from '../shared/uploads/pendingUploads.js'
import { webhookStore } from '../shared/webhooks/webhookStore.js'
import { createWriter, type Writer } from '../shared/writing/writer.js'
import { castBallots } from './ballots/castBallots.js'
import { createSettling } from './ballots/settleVotes.js'
import { cachedUsers } from './cachedUsers.js'
import { readersOfContent } from './content.js'
import { isConflict, isNotRetryable, postgresFault } from './faults.js'
import { postgresMinuteCounts } from './minuteCounts.js'
import { createReaders, readingOn } from './readers.js'
import { openReplicas, type ReplicaOptions, type Replicas } from './replicas/openReplicas.js'
import { rollbackPool } from './rollbackPool.js'
import { type Filling, fillOnce } from './schema/fillOnce.js'
import { isCurrent, isOlder, migrate, type SchemaPolicy } from './schema/migrate.js'
import { migrations } from './schema/migrations.js'
import { openPool } from './server/openPool.js'
import { createStatements } from './server/statements.js'
import { createStatistics, vacuum } from './server/statistics.js'
import { createStateReader, primaryMarkers } from './stateReader.js'
import { timelineOf } from './transaction/timelines.js'
import { type PostgresWriting, writingConnection } from './transaction/writing.js'
import { postgresWhole } from './whole.js'

export interface PostgresStoreOptions extends SchemaPolicy {
  /**
   * The URL `postgres://user:password@host:port/database`. Missing parts are read from the `PG…` environment
   * variables, as in `psql`.
   */
  readonly url: string
  /**
   * The maximum time for which a change waits for other changes of this process, in milliseconds. A change that waits
   * longer fails with `busy`. Defaults to 10,000.
   */
  readonly writeWait?: number
  /**
   * The maximum number of concurrent reads, beyond which further reads wait (docs/http-answers.md, Readers and
   * writers). Defaults to 8.
   */
  readonly readers?: number
  /** The replicas from which content is read. Defaults to none. */
  readonly replicas?: ReplicaOptions
}

/** A PostgreSQL database that stores content, votes and users. */
export interface PostgresStore extends SqlStore {
  /** The replicas, or null if no replicas are configured. */
  readonly replicas: Replicas | null
  /**
   * Creates a site if none exists. If several processes start simultaneously, one of them creates the site (see
   * `Filling`).
   */
  fillOnce(filling: Filling): Promise<void>
  /** Counters of failed logins and votes per minute, which all processes that use this database share. */
  readonly minuteCounts: MinuteCounts
}

/**
 * The number of connections in addition to those of the readers: one each for content, votes, VACUUM, statistics,
 * users, state, and the outcome of commits.
 */
const otherConnections = 7

/**
 * The delay after which the rows of erased files are vacuumed, in milliseconds. Autovacuum would wait until a fifth of
 * all rows had been deleted.
 */
const freeAfter = 5_000

/**
 * Opens a database on PostgreSQL 15 or later, and migrates it to the current schema unless `creates` or `older`
 * specify otherwise. Several processes can open the same database. Throws an error if the server cannot be reached,
 * and a SchemaError if a newer program has written the database.
 *
 * @example
 * const store = await postgresStore({ url: 'postgres://plenum:secret@127.0.0.1/plenum' })
 * const site = createSite(createNodePlatform(store))
 * await store.close()
 */
export async function postgresStore(options: PostgresStoreOptions): Promise<PostgresStore> {
  const { url, writeWait = 10_000, readers: count = 8 } = options
  const { pool, upgraded } = await openMigrated(options, count + otherConnections)
  const statements = createStatements()
  const timeline = await timelineOf(pool)
  const connection = writingConnection(pool, statements, { waitFor: 'content', timeline })
  const writer = writerOf(connection, writeWait)
  const voteWriter = writerOf(
    writingConnection(pool, statements, { waitFor: 'nothing', timeline: 'NULL::text' }),
    writeWait,
  )
  // Statements that do not need a shared snapshot run on any connection of the pool.
  const anywhere = readingOn(statements, query => pool.query(query))
  const readers = createReaders({ pool, statements, markers: primaryMarkers, count })
  const readState = createStateReader(pool, primaryMarkers)
  const settling = createSettling({
    writer: voteWriter,
    outside: { rows: anywhere.rows, vacuum: tables => vacuum(pool, tables) },
  })
  const statistics = createStatistics(pool)
  const freeing = createBackgroundJob(freeAfter, () => vacuum(pool, 'file_piece, file_reference, erasable_file'))
  const closeAll = async () => {
    for (const one of [writer, voteWriter]) one.close()
    await settling.stop()
    await statistics.stop()
    await freeing.stop()
    if (replicas) await replicas.close()
    await pool.end()
  }
  let closed: Promise<void> | undefined
  const close = () => {
    closed ??= closeAll()
    return closed
  }
  const { read, readerOn } = readersOfContent(readers)
  const content = {
    state: readState,
    read,
    ...contentWrites(writer, statistics.noteCommitted),
    close,
    ...createBallotBox({ write: voteWriter.write, cast: castBallots, onCounted: settling.soon }),
  }
  const users = cachedUsers(userDirectory(anywhere, writer, readState))
  // Replicas are not used after a temporary upgrade, because they do not receive an upgrade that is never committed.
  const isAsItIs = !(upgraded && options.older === 'read')
  const replicas =
    isAsItIs &&
    options.replicas &&
    (await openReplicas({
      ...options.replicas,
      primaryUrl: url,
      primary: { content, users, connections: pool, writer, statements },
      readers: count,
    }))
  return {
    content,
    users,
    webhooks: webhookStore(anywhere, writer),
    mails: mailStore(anywhere, writer),
    pendingUploads: pendingUploads(anywhere, writer),
    replicas: replicas || null,
    whole: postgresWhole({
      read: task => readers.readWhole((reading, moment) => task(reading, readerOn(reading, moment))),
      writer,
      connection,
      statistics,
      onErased: freeing.soon,
    }),
    fillOnce: filling => fillOnce(pool, filling),
    schemaVersion: migrations.length,
    upgraded,
    isCurrent: () => isCurrent(pool),
    minuteCounts: postgresMinuteCounts(pool),
    counts: () => ({ ...readers.counts(), ...writer.counts(), lockWaits: 0 }),
    close,
  }
}

async function openMigrated(options: PostgresStoreOptions, size: number) {
  let pool = await openPool({ url: options.url, size })
  try {
    if (options.older === 'read' && (await isOlder(pool))) pool = await rollbackPool(pool)
    return { pool, upgraded: await migrate(pool, migrations, options) }
  } catch (error) {
    await pool.end()
    throw error
  }
}

const writerOf = (connection: PostgresWriting, writeWait: number): Writer =>
  createWriter(connection, {
    begin: () => connection.begin(),
    onCommit: () => {},
    writeWait,
    faultOf: postgresFault,
    afterLoss: error => (isNotRetryable(error) ? 'fail' : isConflict(error) ? 'again' : 'each'),
  })
