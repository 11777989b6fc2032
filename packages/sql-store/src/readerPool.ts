import type { Connection } from './connection.js'

/** Connections for reading; each serves one snapshot at a time. */
export interface ReaderPool {
  /** Calls `work` with a connection that sees the database as it was when `begin` first read from it. */
  read<Start, T>(
    begin: (connection: Connection) => Start,
    work: (connection: Connection, start: Start) => Promise<T>,
  ): Promise<T>
  close(): void
}

/** Reads that overlap take a connection each; so many stay open for the next ones, since drivers close late. */
const mostIdle = 16

export function createReaderPool(open: () => Connection): ReaderPool {
  const idle: Connection[] = []
  let isClosed = false
  const giveBack = (connection: Connection) => {
    if (endsSnapshot(connection) && !isClosed && idle.length < mostIdle) idle.push(connection)
    else connection.close()
  }
  return {
    read: async (begin, work) => {
      if (isClosed) throw new Error('The database was closed.')
      const connection = idle.pop() ?? open()
      try {
        connection.exec('BEGIN')
        return await work(connection, begin(connection))
      } finally {
        giveBack(connection)
      }
    },
    close: () => {
      isClosed = true
      for (const connection of idle.splice(0)) connection.close()
    },
  }
}

function endsSnapshot(connection: Connection): boolean {
  try {
    connection.exec('ROLLBACK')
    return true
  } catch {
    return false
  }
}
