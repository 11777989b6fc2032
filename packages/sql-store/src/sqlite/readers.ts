import type { Moment } from '../shared/content/contentReader.js'
import { createReadPermits } from '../shared/readPermits.js'
import { sql } from '../shared/sql.js'
import type { SqliteConnection } from './rows.js'

type Reading<T> = (connection: SqliteConnection, moment: Moment) => Promise<T>

/** Creates a pool of read connections. Each connection serves one snapshot at a time. */
export function createReaderPool(source: SnapshotSource, count: number) {
  const permits = createReadPermits(count)
  const snapshots = createSnapshots(source)
  let isClosed = false
  return {
    /**
     * Runs `task` with a free connection. Calls are served in order. Rejects with a DomainError `busy` if too many
     * calls wait or no connection becomes free in time.
     */
    read: <T>(task: Reading<T>, knownState?: string): Promise<T> =>
      permits.run(async () => {
        if (isClosed) throw new Error('The database was closed.')
        const snapshot = snapshots.take(knownState)
        try {
          return await task(snapshot.connection, snapshot.moment)
        } finally {
          snapshots.giveBack(snapshot)
        }
      }),
    counts: permits.counts,
    close: (): void => {
      isClosed = true
      snapshots.close()
    },
  }
}

interface SnapshotSource {
  open(): SqliteConnection
  /** Returns a string that changes with every commit. */
  state(): string
}

interface Snapshot {
  readonly connection: SqliteConnection
  readonly state: string
  readonly moment: Moment
}

/**
 * Creates the snapshots for reads. Reads in one event loop iteration reuse a snapshot unless there is a commit in
 * between, because beginning and ending a snapshot costs three times as much as a read. The snapshot ends after the
 * iteration, because it would otherwise prevent the log from being emptied.
 */
function createSnapshots({ open, state }: SnapshotSource) {
  const idle = idleConnections()
  let reusable: Snapshot[] = []
  let isEnding = false
  const endAll = (): void => {
    isEnding = false
    for (const { connection } of reusable.splice(0)) idle.add(connection)
  }
  return {
    /**
     * Takes a snapshot that includes all commits before the call or, if `current` is given, all commits up to this
     * state.
     */
    take: (current = state()): Snapshot => {
      const match = reusable.find(snapshot => snapshot.state === current)
      reusable = reusable.filter(snapshot => snapshot !== match)
      return match ?? beginOn(idle.take() ?? open(), current)
    },
    giveBack: (snapshot: Snapshot): void => {
      reusable.push(snapshot)
      if (!isEnding) setImmediate(endAll)
      isEnding = true
    },
    close: (): void => {
      idle.close()
      endAll()
    },
  }

  function beginOn(connection: SqliteConnection, current: string): Snapshot {
    try {
      connection.exec('BEGIN')
      return { connection, state: current, moment: momentOf(connection, current) }
    } catch (error) {
      idle.add(connection)
      throw error
    }
  }
}

/** Reads the state in a snapshot. `votes` must have been read before the snapshot began. */
function momentOf(connection: SqliteConnection, votes: string): Moment {
  const row = connection.row<Omit<Moment, 'votes'>>(sql`SELECT stamp, invalidations FROM store`)
  return { stamp: row?.stamp ?? '', invalidations: row?.invalidations ?? 0, votes }
}

/**
 * Creates the pool of idle connections. The connections remain open, because drivers delay closing them, and closed
 * connections could accumulate in a burst of requests.
 */
function idleConnections() {
  const idle: SqliteConnection[] = []
  let isClosed = false
  return {
    take: () => idle.pop(),
    add: (connection: SqliteConnection): void => {
      if (endsSnapshot(connection) && !isClosed) idle.push(connection)
      else connection.close()
    },
    close: (): void => {
      isClosed = true
      for (const connection of idle.splice(0)) connection.close()
    },
  }
}

function endsSnapshot(connection: SqliteConnection): boolean {
  try {
    connection.exec('ROLLBACK')
    return true
  } catch {
    return false
  }
}
