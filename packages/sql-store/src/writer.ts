import { setTimeout as delay } from 'node:timers/promises'
import { createPlaces, DomainError, message, type Release } from '@plenum/core'
import { type Connection, emptiesLog, rollBack } from './connection.js'
import { flushLog } from './log.js'
import { isBusy } from './sqliteDatabase.js'
import { storeFault } from './storeFault.js'

export interface WriterOptions {
  /** Called once for each change that has to wait because another process is writing. */
  readonly onWait?: (() => void) | undefined
  /** Called after each change that was kept. */
  readonly onCommit: () => void
  /** Milliseconds after which a change that waits for another process is given up. */
  readonly lockTimeout: number
  /** Milliseconds after which a change that waits for others of this process is given up. */
  readonly writeWait: number
}

/** Calls `work` within a transaction, which is kept when `isKept` says so of the result. */
export type Write = <T>(work: (connection: Connection) => T | Promise<T>, isKept: (result: T) => boolean) => Promise<T>

/** Runs changes on the one connection that writes, one at a time, in the order in which they come. */
export interface Writer {
  /** Throws `busy` when those before it, or another process, take too long, and `store-unavailable` when the disk is full or broken. */
  readonly write: Write
  /** Keeps all others from writing until `work`, which is given the way to write, is done. */
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
        // Leaves one file that can be copied; the driver may put off closing the connection itself.
        emptiesLog(connection)
      } finally {
        connection.close()
      }
    },
  }
}

/** A place in the line of writers, unless it takes too long to come. */
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

/** Milliseconds after which a transaction has written so much that flushing it in its commit would hold the process. */
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
