import type { Pool, PoolClient } from 'pg'
import { requireUsable, SchemaError, type SchemaUpgrade } from '../../shared/schemaVersions.js'
import { withTimeout } from '../server/queryTimeout.js'
import { locks } from './locks.js'
import { migrations } from './migrations.js'

/** Determines how a missing or outdated schema is treated. By default, the schema is created or upgraded. */
export interface SchemaPolicy {
  /** Whether to create the schema in an empty database. Defaults to true. If false, a SchemaError is thrown. */
  readonly creates?: boolean
  /**
   * How to open an earlier schema version: `upgrade` (the default) upgrades the schema, `refuse` throws a
   * SchemaError, and `read` upgrades the schema in a transaction that is rolled back when the store is closed. `read`
   * throws an Error while other programs use the database.
   */
  readonly older?: 'upgrade' | 'refuse' | 'read'
}

/**
 * Migrates the database to the current schema in one transaction. If several processes start simultaneously, one
 * process migrates the database and the others wait. Resolves to null if nothing was upgraded. Writes nothing if the
 * schema is current. Throws a SchemaError if the database was written by a newer program or if `policy` does not
 * permit the change.
 */
export async function migrate(
  pool: Pool,
  steps: readonly string[] = migrations,
  policy: SchemaPolicy = {},
): Promise<SchemaUpgrade | null> {
  const version = await versionIn(pool)
  requireUsable(version, steps.length, policy)
  if (version === steps.length) return null
  const client = await pool.connect()
  try {
    await client.query(`BEGIN; SET LOCAL statement_timeout = 0; SET LOCAL lock_timeout = ${locks.startTimeout}`)
    // Write transactions share this lock, so the migration waits until they have ended.
    await client.query(withTimeout({ text: `SELECT pg_advisory_xact_lock(${locks.schema})` }, locks.startTimeout))
    const upgrade = await applySteps(client, steps)
    client.release()
    return upgrade
  } catch (error) {
    client.release(true)
    throw error
  }
}

async function applySteps(client: PoolClient, steps: readonly string[]): Promise<SchemaUpgrade | null> {
  await requireUnicode(client)
  await client.query('CREATE TABLE IF NOT EXISTS schema_version (version integer NOT NULL)')
  const from = await versionIn(client)
  const to = steps.length
  if (from > to) throw new SchemaError(from, to)
  for (const step of steps.slice(from)) await client.query(withTimeout({ text: step }, locks.startTimeout))
  await client.query(`DELETE FROM schema_version; INSERT INTO schema_version VALUES (${to}); COMMIT`)
  return from > 0 && from < to ? { from, to } : null
}

async function requireUnicode(client: PoolClient): Promise<void> {
  const { rows } = await client.query('SHOW server_encoding')
  if (rows[0]?.server_encoding !== 'UTF8')
    throw new Error(`The encoding of the database is ${rows[0]?.server_encoding}; create one with ENCODING 'UTF8'.`)
}

async function versionIn(client: Pick<PoolClient, 'query'>): Promise<number> {
  const { rows } = await client.query("SELECT to_regclass('schema_version') IS NOT NULL AS known")
  if (!rows[0]?.known) return 0
  return (await client.query('SELECT version FROM schema_version')).rows[0]?.version ?? 0
}

export async function isOlder(pool: Pool): Promise<boolean> {
  const version = await versionIn(pool)
  return version > 0 && version < migrations.length
}

export const isCurrent = async (pool: Pool): Promise<boolean> =>
  (await pool.query('SELECT version FROM schema_version')).rows[0]?.version === migrations.length
