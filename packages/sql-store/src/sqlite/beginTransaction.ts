import { setTimeout as delay } from 'node:timers/promises'
import { tooLong } from '../writeLine.js'
import type { SqliteConnection } from './connect.js'
import { requireCurrent } from './migrate.js'
import { isBusy } from './sqliteDatabase.js'

export interface Waiting {
  /** Called once when the transaction must wait because another process writes. */
  readonly onWait?: (() => void) | undefined
  /** Milliseconds after which waiting ends. */
  readonly lockTimeout: number
  /** Aborted when the database is closed. */
  readonly signal: AbortSignal
}

const maxPause = 50

/**
 * Begins a write transaction. Throws a DomainError: `busy` if another process writes for too long, `store-unavailable`
 * if another program has changed the schema; the caller rolls back.
 */
export async function beginTransaction(connection: SqliteConnection, waiting: Waiting): Promise<void> {
  const { onWait, lockTimeout, signal } = waiting
  const start = performance.now()
  for (let pause = 1; ; pause = Math.min(2 * pause, maxPause)) {
    if (signal.aborted) throw new Error('The database was closed.')
    if (begins(connection)) return requireCurrent(connection)
    if (pause === 1) onWait?.()
    if (performance.now() - start > lockTimeout) throw tooLong('store.locked', lockTimeout)
    await delay(pause)
  }
}

function begins(connection: SqliteConnection): boolean {
  try {
    connection.exec('BEGIN IMMEDIATE')
    return true
  } catch (error) {
    if (isBusy(error)) return false
    throw error
  }
}
