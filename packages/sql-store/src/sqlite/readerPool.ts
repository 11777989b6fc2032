import { createPlaces } from '@plenum/core'
import { createStopwatch, type StoreCounts } from '../storeCounts.js'
import type { SqliteConnection } from './connect.js'

/** A pool of connections for reads. Each serves one snapshot at a time. */
export interface ReaderPool {
  /**
   * Calls `work` with a connection and the result of `begin`, both with the same snapshot. Waits for a free connection,
   * in order; rejects with a DomainError `busy` when too many wait.
   */
  read<Start, T>(
    begin: (connection: SqliteConnection) => Start,
    work: (connection: SqliteConnection, start: Start) => Promise<T>,
  ): Promise<T>
  counts(): Pick<StoreCounts, 'reads' | 'readers'>
  close(): void
}

/** Connections stay open, because drivers close them late: a burst of requests would leave many of them behind. */
export function createReaderPool(open: () => SqliteConnection, count: number): ReaderPool {
  const places = createPlaces({ count })
  const idle: SqliteConnection[] = []
  const reads = createStopwatch()
  let isClosed = false
  const giveBack = (connection: SqliteConnection) => {
    if (endsSnapshot(connection) && !isClosed) idle.push(connection)
    else connection.close()
  }
  return {
    read: async (begin, work) => {
      const stop = reads.start()
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
        stop()
      }
    },
    counts: () => ({ reads: reads.read(), readers: places.counts() }),
    close: () => {
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
