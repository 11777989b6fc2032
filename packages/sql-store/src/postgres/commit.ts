import { setTimeout as delay } from 'node:timers/promises'
import type { Pool } from 'pg'
import { isLost, outcomeUnknown } from './faults.js'
import { commitOf, lastNumber, type NumberedChange } from './lastCommits.js'
import type { Ask } from './postgresConnection.js'
import { timed } from './timed.js'
import { timeLimits } from './timeLimits.js'

export interface Committing {
  readonly ask: Ask
  /** The number by which the server knows the transaction. */
  readonly id: string
  readonly change: NumberedChange
  /** Milliseconds that its answer is awaited. */
  readonly limit: number
}

/**
 * Commits. When the answer is lost, it asks over another connection how the transaction ended, until that is known. Throws
 * when nothing was kept, and a DomainError `outcome-unknown` when nobody can tell in time.
 */
export async function commit(pool: Pool, { ask, id, change, limit }: Committing): Promise<void> {
  const deadline = performance.now() + limit - timeLimits.commit + timeLimits.outcome
  try {
    const results = (await ask(timed(commitOf(change), limit))) as unknown as readonly { readonly command: string }[]
    if (results.at(-1)?.command === 'ROLLBACK') throw new Error('The database took the transaction back.')
  } catch (error) {
    if (!isLost(error)) throw error
    if (!(await wasCommitted(pool, { id, change, deadline, error }))) throw error
  }
}

interface Search extends Pick<Committing, 'id' | 'change'> {
  readonly deadline: number
  /** How the answer was lost. */
  readonly error: unknown
}

const pause = 50

async function wasCommitted(pool: Pool, { deadline, error, ...asked }: Search): Promise<boolean> {
  while (performance.now() < deadline) {
    const status = await Promise.race([
      outcomeOf(pool, asked),
      delay(deadline - performance.now(), 'unknown', { ref: false }),
    ])
    if (status === 'committed') return true
    if (status === 'aborted') return false
    await delay(pause)
  }
  throw outcomeUnknown(error)
}

/** Once the transaction has ended, or another one with its number has, what was kept tells whether it was this one. */
async function outcomeOf(pool: Pool, { id, change }: Pick<Search, 'id' | 'change'>): Promise<string> {
  const status = await statusOf(pool, id)
  if (status !== 'committed') return status
  try {
    const { rows } = await pool.query<{ number: number }>(lastNumber, [change.writer])
    return Number(rows[0]?.number ?? 0) === change.number ? 'committed' : 'aborted'
  } catch {
    return 'unknown'
  }
}

/** A number that the server does not know yet again was lost in its crash, and the transaction with it. */
async function statusOf(pool: Pool, id: string): Promise<string> {
  try {
    const { rows } = await pool.query('SELECT pg_xact_status($1::xid8) AS status', [id])
    return rows[0]?.status ?? 'unknown'
  } catch (error) {
    const isUnheardOf = (error as { readonly code?: unknown }).code === '22023'
    return isUnheardOf ? 'aborted' : 'unknown'
  }
}
