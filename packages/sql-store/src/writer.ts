import { setTimeout as delay } from 'node:timers/promises'
import { createPlaces, DomainError, message, type Release } from '@plenum/core'
import { type Connection, emptiesLog, rollBack } from './connection.js'
import { flushLog } from './log.js'
import { isBusy } from './sqliteDatabase.js'
import { storeFault } from './storeFault.js'

export interface WriterOptions {
  /** Called once for each change that must wait because another process writes. */
  readonly onWait?: (() => void) | undefined
  /** Called after each commit. */
  readonly onCommit: () => void
  /** Milliseconds after which a change that waits for another process fails. */
  readonly lockTimeout: number
  /** Milliseconds after which a change that waits for other changes of this process fails. */
  readonly writeWait: number
}

/** Calls `work` inside a transaction. Commits when `isKept` is true for the result, and rolls back otherwise. */
export type Write = <T>(work: (connection: Connection) => T | Promise<T>, isKept: (result: T) => boolean) => Promise<T>

/** Runs changes on the only writing connection, one at a time, in the order in which they come. */
export interface Writer {
  /** Throws a DomainError: `busy` after too long a wait, `store-unavailable` when the disk is full or broken. */
  readonly write: Write
  /** Locks out all other writes of this process while `work` runs. */
  alone<T>(work: (write: Write) => Promise<T>): Promise<T>
  close(): void
}

const maxPause = 50

export function createWriter(connection: Connection, options: WriterOptions): Writer {
  const places = createPlaces({ count: 1 })
  let isClosed = false
  const begin = async (): Promise<void> => {
    const start = performance.now()
    for (let pause = 1; ; pause = Math.min(2 * pause, maxPause)) {
      if (isClosed) throw new Error('The database was closed.')
      if (begins(connection)) return
      if (pause === 1) options.onWait?.()
      if (performance.now() - start > options.lockTimeout) throw tooLong('store.locked', options.lockTimeout)
      await delay(pause)
    }
  }
  const write: Write = async (work, isKept) => {
    try {
      await begin()
      const result = await inTransaction(connection, work, isKept)
      if (isKept(result)) options.onCommit()
      return result
    } catch (error) {
      throw storeFault(error)
    }
  }
  const alone: Writer['alone'] = async work => {
    const release = places.tryTake() ?? (await waitFor(places.wait(), options.writeWait))
    try {
      return await work(write)
    } finally {
      release()
    }
  }
  return {
    write: (work, isKept) => alone(own => own(work, isKept)),
    alone,
    close: () => {
      if (isClosed) return
      isClosed = true
      try {
        // So that the database is one complete file, even when the driver closes the connection later.
        emptiesLog(connection)
      } finally {
        connection.close()
      }
    },
  }
}

/** Waits for a place in the queue of writers. Throws a DomainError `busy` when it takes too long. */
async function waitFor(
  { place, leave }: { readonly place: Promise<Release>; leave(): void },
  milliseconds: number,
): Promise<Release> {
  const given = new AbortController()
  const late = delay(milliseconds, null, { signal: given.signal }).catch(() => null)
  const release = await Promise.race([place, late]).finally(() => given.abort())
  if (release) return release
  leave()
  throw tooLong('store.writers', milliseconds)
}

function tooLong(id: 'store.locked' | 'store.writers', milliseconds: number): DomainError {
  return new DomainError('busy', message(id, { seconds: milliseconds / 1000 }), { context: null, retryAfter: 1 })
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

/** After this time in milliseconds, a transaction is flushed before its commit, which would block the process. */
const longTransaction = 10

async function inTransaction<T>(
  connection: Connection,
  work: (connection: Connection) => T | Promise<T>,
  isKept: (result: T) => boolean,
): Promise<T> {
  const begun = performance.now()
  try {
    const result = await work(connection)
    if (isKept(result) && performance.now() - begun > longTransaction) await flushLog(connection)
    connection.exec(isKept(result) ? 'COMMIT' : 'ROLLBACK')
    return result
  } catch (error) {
    rollBack(connection)
    throw error
  }
}
