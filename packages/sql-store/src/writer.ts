import { setTimeout as delay } from 'node:timers/promises'
import { type Connection, emptiesLog, rollBack } from './connection.js'
import { isBusy } from './sqliteDatabase.js'

export interface LockWait {
  /** Called once for each change that has to wait because another process is writing. */
  readonly onWait?: (() => void) | undefined
  /** Milliseconds after which a waiting change is given up. */
  readonly lockTimeout: number
}

/** Runs changes on the one connection that writes. */
export interface Writer {
  /** Calls `work` within a transaction, which is kept when `isKept` says so of the result. Throws when the lock does not come free in time. */
  write<T>(work: (connection: Connection) => T, isKept: (result: T) => boolean): Promise<T>
  close(): void
}

const longestPause = 50

export function createWriter(connection: Connection, { onWait, lockTimeout }: LockWait): Writer {
  let isClosed = false
  return {
    write: async (work, isKept) => {
      const start = performance.now()
      for (let pause = 1; ; pause = Math.min(2 * pause, longestPause)) {
        if (isClosed) throw new Error('The database was closed.')
        // From here to the end of the transaction nothing is awaited: it is the only one of this connection.
        if (begins(connection)) return inTransaction(connection, work, isKept)
        if (pause === 1) onWait?.()
        if (performance.now() - start > lockTimeout) {
          throw new Error(`Another process has kept the database locked for more than ${lockTimeout / 1000} s.`)
        }
        await delay(pause)
      }
    },
    close: () => {
      if (isClosed) return
      isClosed = true
      try {
        // Leaves one file that can be copied; the driver may put off closing the connection itself.
        emptiesLog(connection)
      } finally {
        connection.close()
      }
    },
  }
}

function begins(connection: Connection): boolean {
  try {
    connection.exec('BEGIN IMMEDIATE')
    return true
  } catch (error) {
    if (isBusy(error)) return false
    throw error
  }
}

function inTransaction<T>(
  connection: Connection,
  work: (connection: Connection) => T,
  isKept: (result: T) => boolean,
): T {
  try {
    const result = work(connection)
    connection.exec(isKept(result) ? 'COMMIT' : 'ROLLBACK')
    return result
  } catch (error) {
    rollBack(connection)
    throw error
  }
}
