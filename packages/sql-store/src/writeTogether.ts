import { setImmediate } from 'node:timers/promises'
import type { WritingConnection } from './connection.js'
import { sql } from './sql.js'
import { failAll, type PendingWrite, type WriteSource } from './writeLine.js'

export interface Transactions {
  readonly connection: WritingConnection
  /** Begins a transaction; waits for other processes. */
  begin(): Promise<void>
  /** Called after each commit. */
  onCommit(): void
  /** Translates an error of the database for callers. */
  faultOf(error: unknown): unknown
  /** How to react to an error that has ended a transaction. */
  afterLoss(error: unknown): Loss
}

/**
 * `each`: retry every write of a failed group in a transaction of its own. `again`: also retry a single write, up to
 * {@link maxAttempts} times. `fail`: retry nothing.
 */
export type Loss = 'each' | 'again' | 'fail'

type End = 'kept' | 'taken back' | { readonly error: unknown }

interface Ran {
  readonly write: PendingWrite
  end: End
}

/** Milliseconds after which requests are served between two writes. */
const stretch = 2
/** Milliseconds after which a transaction accepts no further write, because the earlier ones wait for its commit. */
const longest = 10

/**
 * Group commit: runs writes in one transaction and reports each after the commit, which flushes all of them together. A
 * failing write does not affect the others: it is rolled back to its savepoint. If the whole transaction fails, as on a
 * full disk, each write is retried in a transaction of its own.
 */
export async function writeTogether(transactions: Transactions, source: WriteSource, attempt = 1): Promise<void> {
  const ran: Ran[] = []
  try {
    await transactions.begin()
    const begun = performance.now()
    await runSome(transactions, source, ran)
    await end(transactions, ran, performance.now() - begun > longest)
  } catch (error) {
    await transactions.connection.rollBack()
    await endLost(transactions, { ran, source, error, attempt })
    return
  }
  for (const one of ran) answer(one, transactions)
}

/**
 * Appends to `executed`. Stops after a first write that must be rolled back: without a savepoint the transaction ends.
 */
async function runSome(transactions: Transactions, source: WriteSource, ran: Ran[]): Promise<void> {
  const begun = performance.now()
  let resumed = begun
  for (let write = await nextOf(source); write; write = await nextOf(source)) {
    const one: Ran = { write, end: 'taken back' }
    const isFirst = ran.push(one) === 1
    one.end = isFirst ? await run(transactions, write) : await runNext(transactions, write)
    if (ran[0]?.end !== 'kept' || performance.now() - begun > longest) return
    if (performance.now() - resumed < stretch) continue
    await setImmediate()
    resumed = performance.now()
  }
}

/** Waits for one iteration of the event loop, so that other callers can add their writes. */
async function nextOf(source: WriteSource): Promise<PendingWrite | undefined> {
  const waiting = source.take()
  if (waiting) return waiting
  await setImmediate()
  return source.take()
}

/** Throws if the failure of the write has ended the transaction. */
async function run({ connection, afterLoss }: Transactions, write: PendingWrite): Promise<End> {
  try {
    return (await write.run(connection)) ? 'kept' : 'taken back'
  } catch (error) {
    if (afterLoss(error) !== 'each') throw error
    return { error }
  }
}

/** Throws if the failure of the write has ended the transaction. */
async function runNext(transactions: Transactions, write: PendingWrite): Promise<End> {
  const { connection } = transactions
  await connection.run(sql`SAVEPOINT own`)
  const end = await run(transactions, write)
  if (end !== 'kept') await connection.run(sql`ROLLBACK TO own`)
  await connection.run(sql`RELEASE own`)
  return end
}

async function end({ connection, onCommit }: Transactions, ran: readonly Ran[], isLong: boolean): Promise<void> {
  if (ran[0]?.end !== 'kept') return connection.rollBack()
  await connection.commit(isLong)
  onCommit()
}

function answer({ write, end }: Ran, { faultOf }: Transactions): void {
  if (typeof end === 'object') write.fail(faultOf(end.error))
  else write.answer()
}

interface Lost {
  readonly ran: readonly Ran[]
  readonly source: WriteSource
  readonly error: unknown
  readonly attempt: number
}

const maxAttempts = 5

/** Without a transaction all waiting writes fail, since each would have to wait as long. */
async function endLost(transactions: Transactions, { ran, source, error, attempt }: Lost): Promise<void> {
  const loss = transactions.afterLoss(error)
  const isOnce = ran.length === 1 && (loss === 'each' || attempt === maxAttempts)
  if (ran.length > 0 && loss !== 'fail' && !isOnce) {
    for (const { write } of ran) await writeTogether(transactions, onlySource(write), attempt + 1)
    return
  }
  const fault = transactions.faultOf(error)
  for (const { write } of ran) write.fail(fault)
  if (ran.length === 0) failAll(source, fault)
}

/** A source of one write. */
export function onlySource(write: PendingWrite): WriteSource {
  const writes = [write]
  return { take: () => writes.shift() }
}
