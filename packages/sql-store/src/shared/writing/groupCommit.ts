import { setImmediate } from 'node:timers/promises'
import { sql, type WritingConnection } from '../sql.js'
import { failAll, type PendingWrite, type WriteSource } from './writeQueue.js'

export interface Transactions {
  readonly connection: WritingConnection
  begin(): Promise<void>
  onCommit(): void
  /** Converts a database error to the error that callers receive. */
  faultOf(error: unknown): unknown
  afterLoss(error: unknown): Loss
}

/**
 * How to proceed after a group has failed: `each` retries every write in a separate transaction, `again` does the same
 * and also retries a group of one write, with up to {@link maxAttempts} attempts, and `fail` does not retry.
 */
export type Loss = 'each' | 'again' | 'fail'

type End = 'executed' | 'rolled back' | { readonly error: unknown }

interface ExecutedWrite {
  readonly write: PendingWrite
  end: End
}

/**
 * The time for which writes run without a pause, in milliseconds. Then, other requests are served before the next
 * write.
 */
const yieldAfter = 2
/**
 * The time after which a transaction accepts no further writes, in milliseconds. Without this limit, the earlier writes
 * in the transaction could wait too long for the commit.
 */
const maxDuration = 10

/**
 * Runs several writes in one transaction (group commit), so that they share one flush, and reports their results
 * after the commit. A failed write is rolled back to a savepoint and does not affect the other writes. If the
 * transaction itself fails, for example because the disk is full, each write is retried in a separate transaction.
 */
export async function groupCommit(transactions: Transactions, source: WriteSource, attempt = 1): Promise<void> {
  const executed: ExecutedWrite[] = []
  try {
    await transactions.begin()
    const startedAt = performance.now()
    await runSome(transactions, source, executed)
    await end(transactions, executed, performance.now() - startedAt > maxDuration)
  } catch (error) {
    await transactions.connection.rollBack()
    await endLost(transactions, { executed, source, error, attempt })
    return
  }
  for (const write of executed) answer(write, transactions)
}

/**
 * Runs writes and appends them to `executed` until the queue is empty or `maxDuration` is over. Also stops if the first
 * write must be rolled back, because it has no savepoint and its rollback ends the transaction.
 */
async function runSome(transactions: Transactions, source: WriteSource, executed: ExecutedWrite[]): Promise<void> {
  const startedAt = performance.now()
  let resumed = startedAt
  for (let write = await nextOf(source); write; write = await nextOf(source)) {
    const current: ExecutedWrite = { write, end: 'rolled back' }
    const isFirst = executed.push(current) === 1
    current.end = isFirst ? await run(transactions, write) : await runNext(transactions, write)
    if (executed[0]?.end !== 'executed' || performance.now() - startedAt > maxDuration) return
    if (performance.now() - resumed < yieldAfter) continue
    await setImmediate()
    resumed = performance.now()
  }
}

/**
 * Returns the next write. If the queue is empty, waits for one event loop iteration, so that other callers can add
 * writes.
 */
async function nextOf(source: WriteSource): Promise<PendingWrite | undefined> {
  const waiting = source.take()
  if (waiting) return waiting
  await setImmediate()
  return source.take()
}

/** Runs the first write of a transaction. Throws if a failure of the write has ended the transaction. */
async function run({ connection, afterLoss }: Transactions, write: PendingWrite): Promise<End> {
  try {
    return (await write.run(connection)) ? 'executed' : 'rolled back'
  } catch (error) {
    if (afterLoss(error) !== 'each') throw error
    return { error }
  }
}

/** Runs a write in a savepoint, so that it can be rolled back without the previous writes of the transaction. */
async function runNext(transactions: Transactions, write: PendingWrite): Promise<End> {
  const { connection } = transactions
  await connection.run(sql`SAVEPOINT own`)
  const end = await run(transactions, write)
  if (end !== 'executed') await connection.run(sql`ROLLBACK TO own`)
  await connection.run(sql`RELEASE own`)
  return end
}

async function end(
  { connection, onCommit }: Transactions,
  executed: readonly ExecutedWrite[],
  isLong: boolean,
): Promise<void> {
  if (executed[0]?.end !== 'executed') return connection.rollBack()
  await connection.commit(isLong)
  onCommit()
}

function answer({ write, end }: ExecutedWrite, { faultOf }: Transactions): void {
  if (typeof end === 'object') write.fail(faultOf(end.error))
  else write.answer()
}

interface FailedTransaction {
  readonly executed: readonly ExecutedWrite[]
  readonly source: WriteSource
  readonly error: unknown
  readonly attempt: number
}

const maxAttempts = 5

/**
 * Handles a failed transaction. If the transaction could not begin, all queued writes fail, because each of them
 * would have to wait just as long.
 */
async function endLost(
  transactions: Transactions,
  { executed, source, error, attempt }: FailedTransaction,
): Promise<void> {
  const loss = transactions.afterLoss(error)
  const isOnce = executed.length === 1 && (loss === 'each' || attempt === maxAttempts)
  if (executed.length > 0 && loss !== 'fail' && !isOnce) {
    for (const { write } of executed) await groupCommit(transactions, onlySource(write), attempt + 1)
    return
  }
  const fault = transactions.faultOf(error)
  for (const { write } of executed) write.fail(fault)
  if (executed.length === 0) failAll(source, fault)
}

export function onlySource(write: PendingWrite): WriteSource {
  const writes = [write]
  return { take: () => writes.shift() }
}
