import { setTimeout as delay } from 'node:timers/promises'
import { createPlaces, type Release } from '@plenum/core'
import type { Connection, WritingConnection } from './connection.js'
import { createStopwatch, type StoreCounts } from './storeCounts.js'
import { createWriteLine, failAll, type PendingWrite, tooLong, type WriteLine } from './writeLine.js'
import { onlySource, type Transactions, writeTogether } from './writeTogether.js'

export interface WriterOptions extends Pick<Transactions, 'faultOf' | 'afterLoss'> {
  /** Begins a write transaction; waits for other processes until `signal` is aborted. */
  begin(signal: AbortSignal): Promise<void>
  /** Called after each commit. */
  onCommit(): void
  /** Milliseconds after which a change that waits for other changes of this process fails. */
  readonly writeWait: number
}

/** Calls `task` inside a transaction, which is committed if `shouldCommit` returns true for the result. */
export type Write = <T>(work: (connection: Connection) => T | Promise<T>, isKept: (result: T) => boolean) => Promise<T>

/**
 * Runs changes on the only writing connection, one at a time, in the order of their calls. Concurrent changes share a
 * transaction; each call returns after its commit.
 */
export interface Writer {
  /** Throws a DomainError: `busy` after too long a wait, `store-unavailable` if the disk is full or broken. */
  readonly write: Write
  /** Locks out all other writes of this process while `task` runs. */
  alone<T>(work: (write: Write) => Promise<T>): Promise<T>
  counts(): Pick<StoreCounts, 'writes' | 'waitingWrites' | 'commits'>
  /** Begins no further transaction. */
  close(): void
}

export function createWriter(connection: WritingConnection, options: WriterOptions): Writer {
  const places = createPlaces({ count: 1 })
  const line = createWriteLine(options.writeWait)
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
  const runner = createRunner(line, async () => {
    const release = places.tryTake() ?? (await places.wait().place)
    await writeTogether(transactions, line).finally(release)
  })
  const alone: Writer['alone'] = async work => {
    const release = places.tryTake() ?? (await waitFor(places.wait(), options.writeWait))
    const own = writing(write => void writeTogether(transactions, onlySource(write)))
    return await work(own).finally(release)
  }
  const send = writing(pending => {
    line.add(pending)
    runner.start()
  })
  const write: Write = (work, isKept) => send(work, isKept).finally(writes.start())
  const counts = () => ({ writes: writes.read(), waitingWrites: line.size(), commits })
  return { write, alone, counts, close: () => closing.abort() }
}

/** Runs transactions while writes wait. Writes of one iteration of the event loop share a transaction. */
function createRunner(line: WriteLine, transaction: () => Promise<void>): { start(): void } {
  let isRunning = false
  const run = async () => {
    await transaction().catch(error => failAll(line, error))
    if (line.size() === 0) isRunning = false
    else setImmediate(run)
  }
  const start = () => {
    if (!isRunning) setImmediate(run)
    isRunning = true
  }
  return { start }
}

/** A write function that passes each write to `send`. */
function writing(send: (write: PendingWrite) => void): Write {
  return <T>(work: (connection: Connection) => T | Promise<T>, isKept: (result: T) => boolean) =>
    new Promise<T>((resolve, reject) => {
      let result: T
      const run = async (connection: Connection) => {
        result = await work(connection)
        return isKept(result)
      }
      send({ run, answer: () => resolve(result), fail: reject })
    })
}

/** Waits for the writer's permit. Throws a DomainError `busy` when it takes too long. */
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
