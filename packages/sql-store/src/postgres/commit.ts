import { setTimeout as delay } from 'node:timers/promises'
import type { Pool } from 'pg'
import { isLost, outcomeUnknown } from './faults.js'
import type { Ask } from './postgresConnection.js'
import { timed } from './timed.js'
import { timeLimits } from './timeLimits.js'

export interface Committing {
  readonly ask: Ask
  /** The number by which the server knows the transaction. */
  readonly id: string
  /** Milliseconds that its answer is awaited. */
  readonly limit: number
}

/**
 * Commits. When the answer is lost, it asks over another connection how the transaction ended, until that is known. Throws
 * when nothing was kept, and a DomainError `outcome-unknown` when nobody can tell in time.
 */
export async function commit(pool: Pool, { ask, id, limit }: Committing): Promise<void> {
  const deadline = performance.now() + limit - timeLimits.commit + timeLimits.outcome
  try {
    const { command } = await ask(timed('COMMIT', limit))
    if (command !== 'COMMIT') throw new Error('The database took the transaction back.')
  } catch (error) {
    if (!isLost(error)) throw error
    if (!(await wasCommitted(pool, id, { deadline, error }))) throw error
  }
}

interface Search {
  readonly deadline: number
  /** How the answer was lost. */
  readonly error: unknown
}

const pause = 50

async function wasCommitted(pool: Pool, id: string, { deadline, error }: Search): Promise<boolean> {
  while (performance.now() < deadline) {
    const status = await Promise.race([
      statusOf(pool, id),
      delay(deadline - performance.now(), 'unknown', { ref: false }),
    ])
    if (status === 'committed') return true
    if (status === 'aborted') return false
    await delay(pause)
  }
  throw outcomeUnknown(error)
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
