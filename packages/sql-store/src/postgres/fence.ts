import type { PoolClient } from 'pg'
import { requireVersion } from '../schemaVersions.js'
import { locks } from './locks.js'
import { migrations } from './migrations.js'

/**
 * SQL that begins a transaction that writes: no program can upgrade the schema before its end. The isolation is that in
 * which the version is read as it is when the lock is there.
 */
export const beginFenced = `BEGIN ISOLATION LEVEL READ COMMITTED; SELECT pg_advisory_xact_lock_shared(${locks.schema})`

/** SQL for the version, as a column `version`, to be asked for behind `beginFenced`. */
export const schemaVersion = '(SELECT v.version FROM schema_version v) AS version'

/** Throws a DomainError `store-unavailable` when the database has another version than this program. */
export const requireOwnSchema = (found: number | null): void => requireVersion(found ?? 0, migrations.length)

/** A condition in SQL that holds while the database has the version of this program. */
export const isOwnSchema = `EXISTS (SELECT FROM schema_version WHERE version = ${migrations.length})`

/** Runs statements in a transaction that writes. Throws as `requireOwnSchema`. */
export async function runFenced(client: PoolClient, statements: string): Promise<void> {
  await client.query(beginFenced)
  const { rows } = await client.query<{ version: number | null }>(`SELECT ${schemaVersion}`)
  requireOwnSchema(rows[0]?.version ?? null)
  await client.query(`${statements}; COMMIT`)
}
