import { createPlaces } from '@plenum/core'
import type { Connection } from './connection.js'

/** Connections for reading; each serves one snapshot at a time. */
export interface ReaderPool {
  /**
   * Calls `work` with a connection that sees the database as it was when `begin` first read from it. Waits, in order, for
   * a connection that is free; rejects with `busy` when too many wait.
   */
  read<Start, T>(
    begin: (connection: Connection) => Start,
    work: (connection: Connection, start: Start) => Promise<T>,
  ): Promise<T>
  close(): void
}

/** They stay open, because drivers close late: a burst that opened and closed many would leave them all behind for a while. */
export function createReaderPool(open: () => Connection, count: number): ReaderPool {
  const places = createPlaces({ count })
  const idle: Connection[] = []
  let isClosed = false
  const giveBack = (connection: Connection) => {
    if (endsSnapshot(connection) && !isClosed) idle.push(connection)
    else connection.close()
  }
  return {
    read: async (begin, work) => {
      const release = places.tryTake() ?? (await places.wait().place)
      try {
        if (isClosed) throw new Error('The database was closed.')
        const connection = idle.pop() ?? open()
        try {
          connection.exec('BEGIN')
          return await work(connection, begin(connection))
        } finally {
          giveBack(connection)
        }
      } finally {
        release()
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
