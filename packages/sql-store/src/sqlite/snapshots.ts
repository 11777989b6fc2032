import type { SqliteConnection } from './rows.js'

export interface SnapshotSource<Start> {
  open(): SqliteConnection
  /** The value that a snapshot starts with; `state` was read before it began. */
  begin(connection: SqliteConnection, state: string): Start
  /** A text that differs after every commit to the database. */
  state(): string
}

/** A connection that shows the database as of a read of its state, or slightly later. */
export interface Snapshot<Start> {
  readonly connection: SqliteConnection
  readonly state: string
  readonly start: Start
}

export interface Snapshots<Start> {
  /** A snapshot with all commits before the call, or with those of the given state, which the caller has read. */
  take(knownState?: string): Snapshot<Start>
  giveBack(snapshot: Snapshot<Start>): void
  close(): void
}

/**
 * A snapshot is reused by the reads of one iteration of the event loop while nothing is committed: beginning and ending
 * one costs three times as much as a read. It then ends, because it would keep the log from being emptied.
 */
export function createSnapshots<Start>({ open, begin, state }: SnapshotSource<Start>): Snapshots<Start> {
  const idle = idleConnections()
  let reusable: Snapshot<Start>[] = []
  let isEnding = false
  const endAll = (): void => {
    isEnding = false
    for (const { connection } of reusable.splice(0)) idle.add(connection)
  }
  return {
    take: (current = state()) => {
      const match = reusable.find(snapshot => snapshot.state === current)
      reusable = reusable.filter(snapshot => snapshot !== match)
      return match ?? beginOn(idle.take() ?? open(), current)
    },
    giveBack: snapshot => {
      reusable.push(snapshot)
      if (!isEnding) setImmediate(endAll)
      isEnding = true
    },
    close: () => {
      idle.close()
      endAll()
    },
  }

  function beginOn(connection: SqliteConnection, current: string): Snapshot<Start> {
    try {
      connection.exec('BEGIN')
      return { connection, state: current, start: begin(connection, current) }
    } catch (error) {
      idle.add(connection)
      throw error
    }
  }
}

/** Idle connections stay open, because drivers close them late: a burst of requests would leave many of them behind. */
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
