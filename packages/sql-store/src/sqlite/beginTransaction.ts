import { setTimeout as delay } from 'node:timers/promises'
import { tooLong } from '../shared/writing/writeQueue.js'
import { isBusy } from './database.js'
import type { SqliteConnection } from './rows.js'
import { requireCurrent } from './schema/migrate.js'

export interface LockOptions {
  /** Called at most once, when the transaction must wait because another process is writing. */
  readonly onWait?: (() => void) | undefined
  /** The maximum time for which the transaction waits for other processes, in milliseconds. */
  readonly lockTimeout: number
  readonly signal: AbortSignal
}

const maxPause = 50

/**
 * Begins a write transaction. Throws a DomainError `busy` if another process writes for too long, and
 * `store-unavailable` if another program has changed the schema. After an error, the caller must roll back the
 * transaction.
 */
export async function beginTransaction(connection: SqliteConnection, options: LockOptions): Promise<void> {
  const { onWait, lockTimeout, signal } = options
  const start = performance.now()
  for (let pause = 1; ; pause = Math.min(2 * pause, maxPause)) {
    if (signal.aborted) throw new Error('The database was closed.')
    if (tryBegin(connection)) return requireCurrent(connection)
    if (pause === 1) onWait?.()
    if (performance.now() - start > lockTimeout) throw tooLong('store.locked', lockTimeout)
    await delay(pause)
  }
}

function tryBegin(connection: SqliteConnection): boolean {
  try {
    connection.exec('BEGIN IMMEDIATE')
    return true
  } catch (error) {
    if (isBusy(error)) return false
    throw error
  }
}
