import type { Pool, PoolClient } from 'pg'
import { locks } from './locks.js'
import { migrations } from './migrations.js'
import { timed } from './timed.js'

/**
 * Brings the database to the current schema, in one transaction; of several programs that start at once one does it, and
 * the others wait. Throws when the database is of a newer program, or does not keep Unicode.
 */
export async function migrate(pool: Pool, steps: readonly string[] = migrations): Promise<void> {
  const client = await pool.connect()
  try {
    await client.query(`BEGIN; SET LOCAL statement_timeout = 0; SET LOCAL lock_timeout = ${locks.longest}`)
    await client.query(timed(`SELECT pg_advisory_xact_lock(${locks.schema})`, locks.longest))
    await requireUnicode(client)
    await client.query('CREATE TABLE IF NOT EXISTS schema_version (version integer NOT NULL)')
    const version = (await client.query('SELECT version FROM schema_version')).rows[0]?.version ?? 0
    if (version > steps.length)
      throw new Error(`The database has version ${version}; this program knows versions up to ${steps.length}.`)
    for (const step of steps.slice(version)) await client.query(timed(step, locks.longest))
    await client.query(`DELETE FROM schema_version; INSERT INTO schema_version VALUES (${steps.length}); COMMIT`)
    client.release()
  } catch (error) {
    client.release(true)
    throw error
  }
}

async function requireUnicode(client: PoolClient): Promise<void> {
  const { rows } = await client.query('SHOW server_encoding')
  if (rows[0]?.server_encoding !== 'UTF8')
    throw new Error(`The database keeps texts as ${rows[0]?.server_encoding}; make one with ENCODING 'UTF8'.`)
}

/** Whether the database has the schema of this program: a newer one may have brought it further meanwhile. */
export async function isCurrent(pool: Pool): Promise<boolean> {
  return (await pool.query('SELECT version FROM schema_version')).rows[0]?.version === migrations.length
}
