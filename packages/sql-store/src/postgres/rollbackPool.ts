import { setTimeout as delay } from 'node:timers/promises'
import type { Pool, PoolClient, QueryConfig } from 'pg'
import { timeLimits } from './server/timeLimits.js'

/**
 * Creates a pool with a single connection and a single transaction, which is rolled back when the pool ends.
 * Transactions on the pool become parts of this transaction, so that a database can be upgraded and read without
 * permanent changes. `end` also ends `pool`. Throws an Error while other programs use the database, because the upgrade
 * would block them.
 */
export async function rollbackPool(pool: Pool): Promise<Pool> {
  const client = await pool.connect()
  try {
    await requireUnused(client)
    await client.query(`BEGIN; SET LOCAL idle_in_transaction_session_timeout = ${timeLimits.whole}`)
  } catch (error) {
    client.release(true)
    throw error
  }
  const query = inOrder(client)
  const shared = { query, release: () => {} }
  const end = async () => {
    await query('ROLLBACK; SELECT').catch(() => {})
    client.release(true)
    await pool.end()
  }
  return { connect: async () => shared, query, end } as unknown as Pool
}

/**
 * The number of checks for other programs, and the pause between two checks in milliseconds. The checks are repeated
 * because a program that has stopped may still be closing its connections.
 */
const retries = { attempts: 20, pause: 100 }

async function requireUnused(client: PoolClient): Promise<void> {
  for (let attempts = retries.attempts; attempts > 0; attempts--) {
    const { rows } = await client.query(others)
    if (rows[0]?.count === 0) return
    await delay(retries.pause)
  }
  throw new Error(
    'The database has an earlier schema version and is in use by another Plenum process, which would be locked out by the upgrade needed to read it. Stop the service and try again, or use the running version of Plenum.',
  )
}

const others = `
  SELECT count(*) AS count FROM pg_stat_activity
  WHERE datname = current_database() AND application_name = 'plenum' AND pid <> pg_backend_pid()`

/**
 * Returns a query function that sends each statement after the response to the previous statement, so that the
 * timeout of a statement starts when the server receives the statement.
 */
function inOrder(client: PoolClient) {
  let last: Promise<unknown> = Promise.resolve()
  return (query: string | QueryConfig, values?: unknown[]) => {
    const config = typeof query === 'string' ? { text: query } : query
    const part = { ...config, text: asPart(config.text) }
    const answer = last.then(() => client.query(part, values))
    last = answer.catch(() => {})
    return answer
  }
}

/**
 * Replaces each statement that begins or ends a transaction. The replacement is a `SELECT` that does nothing. Also
 * replaces VACUUM, which cannot run in a transaction.
 */
const asPart = (text: string): string => text.replace(/^BEGIN\b[^;]*|^ROLLBACK$|\bCOMMIT\s*$|^VACUUM\b.*$/, 'SELECT')
