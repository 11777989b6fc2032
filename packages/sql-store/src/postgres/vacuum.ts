import type { Pool } from 'pg'
import { timed } from './timed.js'

const longest = 600_000

/** Frees the rows of tables that were overwritten or removed, but for those that a transaction may still look at. */
export async function vacuum(pool: Pool, tables: string): Promise<void> {
  const client = await pool.connect()
  let isBroken = true
  try {
    await client.query('SET statement_timeout = 0')
    await client.query(timed(`VACUUM (TRUNCATE FALSE) ${tables}`, longest))
    await client.query('RESET statement_timeout')
    isBroken = false
  } finally {
    client.release(isBroken)
  }
}
