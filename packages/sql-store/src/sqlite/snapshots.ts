import type { SqliteConnection } from './connect.js'

export interface SnapshotSource<Start> {
  open(): SqliteConnection
  /** What a snapshot begins with; `state` was looked at before. */
  begin(connection: SqliteConnection, state: string): Start
  /** Another text after every commit to the database. */
  state(): string
}

/** A connection that shows the database as it was when somebody looked at its state, or a little later. */
export interface Snapshot<Start> {
  readonly connection: SqliteConnection
  readonly state: string
  readonly start: Start
}

export interface Snapshots<Start> {
  /** One that shows all that was committed before the call, or what was there at `seen`, which somebody looked at. */
  take(seen?: string): Snapshot<Start>
  giveBack(snapshot: Snapshot<Start>): void
  close(): void
}

/**
 * A snapshot stays for the reads of the same iteration of the event loop, as long as nothing is committed: to begin and to
 * end one costs three times as much as to look. Then it ends, because the log of the database is not emptied before.
 */
export function createSnapshots<Start>({ open, begin, state }: SnapshotSource<Start>): Snapshots<Start> {
  const idle = idleConnections()
  let standing: Snapshot<Start>[] = []
  let isEnding = false
  const endAll = (): void => {
    isEnding = false
    for (const { connection } of standing.splice(0)) idle.add(connection)
  }
  return {
    take: (current = state()) => {
      const known = standing.find(snapshot => snapshot.state === current)
      standing = standing.filter(snapshot => snapshot !== known)
      return known ?? beginOn(idle.take() ?? open(), current)
    },
    giveBack: snapshot => {
      standing.push(snapshot)
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

/** Connections stay open, because drivers close them late: a burst of requests would leave many of them behind. */
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
