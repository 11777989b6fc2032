import type { PoolClient } from 'pg'
import { requireVersion } from '../../shared/schemaVersions.js'
import { locks } from './locks.js'
import { migrations } from './migrations.js'

/**
 * SQL that begins a write transaction, and prevents other programs from upgrading the schema before the transaction
 * ends. With the isolation level READ COMMITTED, the version is read after the lock has been acquired.
 */
export const beginFenced = `BEGIN ISOLATION LEVEL READ COMMITTED; SELECT pg_advisory_xact_lock_shared(${locks.schema})`

/** SQL for the schema version, which must be read after `beginFenced`. */
export const schemaVersion = '(SELECT v.version FROM schema_version v) AS version'

/** Throws a DomainError `store-unavailable` if the database and this program have different schema versions. */
export const requireOwnSchema = (actual: number | null): void => requireVersion(actual ?? 0, migrations.length)

export const isOwnSchema = `EXISTS (SELECT FROM schema_version WHERE version = ${migrations.length})`

/**
 * Runs statements in a transaction that first checks the schema version. Throws the same error as `requireOwnSchema`.
 */
export async function runFenced(client: PoolClient, statements: string): Promise<void> {
  await client.query(beginFenced)
  const { rows } = await client.query<{ version: number | null }>(`SELECT ${schemaVersion}`)
  requireOwnSchema(rows[0]?.version ?? null)
  await client.query(`${statements}; COMMIT`)
}
