import { setTimeout as delay } from 'node:timers/promises'
import { createSemaphore, type Release } from '@plenum/core'
import type { Connection, WritingConnection } from '../sql.js'
import { createStopwatch, type StoreCounts } from '../storeCounts.js'
import { groupCommit, onlySource, type Transactions } from './groupCommit.js'
import { createWriteQueue, failAll, type PendingWrite, tooLong, type WriteQueue } from './writeQueue.js'

export interface WriterOptions extends Pick<Transactions, 'faultOf' | 'afterLoss'> {
  /** Begins a transaction. Waits while other processes write, until `signal` is aborted. */
  begin(signal: AbortSignal): Promise<void>
  onCommit(): void
  /**
   * The maximum time for which a change waits for other changes of this process, in milliseconds. A change that waits
   * longer fails.
   */
  readonly writeWait: number
}

/** Calls `task` in a transaction, which is rolled back if `shouldCommit` returns false for the result of `task`. */
export type Write = <T>(
  task: (connection: Connection) => T | Promise<T>,
  shouldCommit?: (result: T) => boolean,
) => Promise<T>

/**
 * Runs changes on the only writing connection in the order of the calls. Concurrent changes share a transaction. Each
 * call resolves after the transaction has been committed.
 */
export interface Writer {
  /**
   * Writes a change. Throws a DomainError `busy` if the change has waited too long, and `store-unavailable` if the disk
   * is full or broken.
   */
  readonly write: Write
  /** Runs `task` while all other writes of this process wait. */
  alone<T>(task: (write: Write) => Promise<T>): Promise<T>
  counts(): Pick<StoreCounts, 'writes' | 'waitingWrites' | 'commits'>
  /** Prevents further transactions from beginning. */
  close(): void
}

export function createWriter(connection: WritingConnection, options: WriterOptions): Writer {
  const semaphore = createSemaphore({ count: 1 })
  const queue = createWriteQueue(options.writeWait)
  const closing = new AbortController()
  const writes = createStopwatch()
  let commits = 0
  const onCommit = () => {
    commits += 1
    options.onCommit()
  }
  const begin = () => options.begin(closing.signal)
  const { faultOf, afterLoss } = options
  const transactions: Transactions = { connection, begin, onCommit, faultOf, afterLoss }
  const startRunning = createRunner(queue, async () => {
    const release = semaphore.tryAcquire() ?? (await semaphore.wait().permit)
    await groupCommit(transactions, queue).finally(release)
  })
  const alone: Writer['alone'] = async task => {
    const release = semaphore.tryAcquire() ?? (await waitFor(semaphore.wait(), options.writeWait))
    const own = createWrite(write => void groupCommit(transactions, onlySource(write)))
    return await task(own).finally(release)
  }
  const send = createWrite(pending => {
    queue.add(pending)
    startRunning()
  })
  const write: Write = (task, shouldCommit) => send(task, shouldCommit).finally(writes.start())
  const counts = () => ({ writes: writes.read(), waitingWrites: queue.size(), commits })
  return { write, alone, counts, close: () => closing.abort() }
}

function createRunner(queue: WriteQueue, transaction: () => Promise<void>): () => void {
  let isRunning = false
  const run = async () => {
    await transaction().catch(error => failAll(queue, error))
    if (queue.size() === 0) isRunning = false
    else setImmediate(run)
  }
  return () => {
    if (!isRunning) setImmediate(run)
    isRunning = true
  }
}

function createWrite(send: (write: PendingWrite) => void): Write {
  return <T>(task: (connection: Connection) => T | Promise<T>, shouldCommit: (result: T) => boolean = () => true) =>
    new Promise<T>((resolve, reject) => {
      let result: T
      const run = async (connection: Connection) => {
        result = await task(connection)
        return shouldCommit(result)
      }
      send({ run, answer: () => resolve(result), fail: reject })
    })
}

/** Waits for a permit. Throws a DomainError `busy` if the wait takes too long. */
async function waitFor(
  { permit, leave }: { readonly permit: Promise<Release>; leave(): void },
  milliseconds: number,
): Promise<Release> {
  const acquired = new AbortController()
  const timeout = delay(milliseconds, null, { signal: acquired.signal }).catch(() => null)
  const release = await Promise.race([permit, timeout]).finally(() => acquired.abort())
  if (release) return release
  leave()
  throw tooLong('store.writers', milliseconds)
}
