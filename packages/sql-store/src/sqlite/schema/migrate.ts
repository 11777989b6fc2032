import { requireUsable, requireVersion, type SchemaUpgrade } from '../../shared/schemaVersions.js'
import { sql } from '../../shared/sql.js'
import type { SqliteConnection } from '../rows.js'
import { migrations } from './migrations.js'

export interface UpgradeOptions {
  /**
   * How to treat an older schema: `upgrade` (the default) upgrades the schema, and `refuse` throws a SchemaError and
   * leaves the database unchanged.
   */
  readonly older?: 'upgrade' | 'refuse'
  /**
   * Called before the first migration step, while no other connection can write. If this function throws an error,
   * the database remains unchanged.
   */
  readonly beforeUpgrade?: (upgrade: SchemaUpgrade) => void
}

/** The maximum time to wait for another process that is copying and upgrading the same database, in milliseconds. */
const upgradeTimeout = 600_000

/**
 * Migrates the database to the current schema. All steps run in one transaction, because each transaction requires a
 * disk flush. Returns null if nothing was upgraded. Throws a SchemaError if a newer program has written the database.
 */
export function migrate(
  connection: SqliteConnection,
  steps: readonly string[] = migrations,
  options: UpgradeOptions = {},
): SchemaUpgrade | null {
  requireUsable(versionOf(connection), steps.length, options)
  return versionOf(connection) < steps.length ? applySteps(connection, steps, options) : null
}

/**
 * Throws a SchemaError if the database has a newer schema, or an older schema that must not be upgraded. Writes
 * nothing.
 */
export const requireUsableVersion = (connection: SqliteConnection, options: UpgradeOptions): void =>
  requireUsable(versionOf(connection), migrations.length, options)

/**
 * Whether the database still has the schema version of this program. A newer program may have upgraded the database
 * since it was opened.
 */
export const isCurrent = (connection: SqliteConnection): boolean => versionOf(connection) === migrations.length

/**
 * Throws a DomainError `store-unavailable` if the database and this program have different schema versions. Must be
 * called in each write transaction.
 */
export const requireCurrent = (connection: SqliteConnection): void =>
  requireVersion(versionOf(connection), migrations.length)

function applySteps(
  connection: SqliteConnection,
  steps: readonly string[],
  { beforeUpgrade }: UpgradeOptions,
): SchemaUpgrade | null {
  connection.exec(`PRAGMA busy_timeout = ${upgradeTimeout}`)
  connection.exec('BEGIN IMMEDIATE')
  try {
    // The version is read after the lock has been acquired, because another process may have applied steps in the
    // meantime.
    const from = versionOf(connection)
    const upgrade = from > 0 && from < steps.length ? { from, to: steps.length } : null
    if (upgrade) beforeUpgrade?.(upgrade)
    for (const step of steps.slice(from)) connection.exec(step)
    connection.exec(`PRAGMA user_version = ${Math.max(from, steps.length)}`)
    connection.exec('COMMIT')
    return upgrade
  } catch (error) {
    rollBack(connection)
    throw error
  }
}

const versionOf = (connection: SqliteConnection): number =>
  connection.row<{ user_version: number }>(sql`PRAGMA user_version`)?.user_version ?? 0

/** Rolls back the transaction. Errors are ignored, because the transaction may already have ended after a failure. */
function rollBack(connection: SqliteConnection): void {
  try {
    connection.exec('ROLLBACK')
  } catch {}
}
