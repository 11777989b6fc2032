import type { Pool } from 'pg'
import { statementWithTimeout } from './queryTimeout.js'

const maxDuration = 600_000

/** Frees overwritten and deleted rows of tables, except those that a transaction may still read. */
export const vacuum = (pool: Pool, tables: string): Promise<void> => maintain(pool, `VACUUM (TRUNCATE FALSE) ${tables}`)

/**
 * Updates the planner statistics of tables and their visibility maps, so that index-only scans work; skipped if another
 * process is doing so.
 */
export const analyze = (pool: Pool, tables: string): Promise<void> =>
  maintain(pool, `VACUUM (ANALYZE, SKIP_LOCKED, TRUNCATE FALSE) ${tables}`)

async function maintain(pool: Pool, statement: string): Promise<void> {
  const client = await pool.connect()
  let isBroken = true
  try {
    await client.query('SET statement_timeout = 0')
    await client.query(statementWithTimeout(statement, maxDuration))
    await client.query('RESET statement_timeout')
    isBroken = false
  } finally {
    client.release(isBroken)
  }
}
