import { setTimeout as delay } from 'node:timers/promises'
import type { Pool } from 'pg'
import { type Execute, executeAll } from '../connection.js'
import { isLost, outcomeUnknown } from '../faults.js'
import { commitOf, lastNumber, type NumberedChange } from '../schema/lastCommits.js'
import { withTimeout } from '../server/queryTimeout.js'
import { timeLimits } from '../server/timeLimits.js'

export interface Committing {
  readonly execute: Execute
  readonly id: string
  readonly change: NumberedChange
  /** The maximum time to wait for the response, in milliseconds. */
  readonly limit: number
}

/**
 * Commits the transaction. If the response is lost, queries the outcome over a different connection until the outcome
 * is known. Throws the error of the COMMIT if nothing was committed, and a DomainError `outcome-unknown` if the outcome
 * cannot be determined in time.
 */
export async function commit(pool: Pool, { execute, id, change, limit }: Committing): Promise<void> {
  const deadline = performance.now() + limit - timeLimits.commit + timeLimits.outcome
  try {
    const results = await executeAll(execute, withTimeout({ text: commitOf(change) }, limit))
    if (results.at(-1)?.command === 'ROLLBACK') throw new Error('The database rolled the transaction back.')
  } catch (error) {
    if (!isLost(error)) throw error
    if (!(await awaitOutcome(pool, { id, change, deadline, error }))) throw error
  }
}

interface OutcomeQuery extends Pick<Committing, 'id' | 'change'> {
  readonly deadline: number
  readonly error: unknown
}

const pause = 50

async function awaitOutcome(pool: Pool, { deadline, error, ...commitId }: OutcomeQuery): Promise<boolean> {
  while (performance.now() < deadline) {
    const status = await Promise.race([
      outcomeOf(pool, commitId),
      delay(deadline - performance.now(), 'unknown', { ref: false }),
    ])
    if (status === 'committed') return true
    if (status === 'aborted') return false
    await delay(pause)
  }
  throw outcomeUnknown(error)
}

/**
 * Returns the outcome of a transaction. After the transaction has ended, the last committed change number of the writer
 * shows whether it was committed.
 */
async function outcomeOf(pool: Pool, { id, change }: Pick<OutcomeQuery, 'id' | 'change'>): Promise<string> {
  const status = await statusOf(pool, id)
  if (status !== 'committed') return status
  try {
    const { rows } = await pool.query<{ number: number }>(lastNumber, [change.writer])
    return Number(rows[0]?.number ?? 0) === change.number ? 'committed' : 'aborted'
  } catch {
    return 'unknown'
  }
}

/**
 * Returns the status of the transaction with an id. If the server does not know the id, the transaction was lost in a
 * crash.
 */
async function statusOf(pool: Pool, id: string): Promise<string> {
  try {
    const { rows } = await pool.query('SELECT pg_xact_status($1::xid8) AS status', [id])
    return rows[0]?.status ?? 'unknown'
  } catch (error) {
    const isUnknownId = (error as { readonly code?: unknown }).code === '22023'
    return isUnknownId ? 'aborted' : 'unknown'
  }
}
