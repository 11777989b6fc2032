import type { Pool } from 'pg'
import { timed } from './timed.js'

const longest = 600_000

/** Frees the rows of tables that were overwritten or removed, but for those that a transaction may still look at. */
export const vacuum = (pool: Pool, tables: string): Promise<void> => maintain(pool, `VACUUM (TRUNCATE FALSE) ${tables}`)

/**
 * Counts what tables hold, for the plans of later statements, and notes which rows everybody sees, so that indexes answer
 * alone; not where another process does that at the moment.
 */
export const survey = (pool: Pool, tables: string): Promise<void> =>
  maintain(pool, `VACUUM (ANALYZE, SKIP_LOCKED, TRUNCATE FALSE) ${tables}`)

async function maintain(pool: Pool, statement: string): Promise<void> {
  const client = await pool.connect()
  let isBroken = true
  try {
    await client.query('SET statement_timeout = 0')
    await client.query(timed(statement, longest))
    await client.query('RESET statement_timeout')
    isBroken = false
  } finally {
    client.release(isBroken)
  }
}
