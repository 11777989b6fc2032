import { sql } from '../sql.js'
import type { SqliteConnection } from './connect.js'
import { migrations } from './migrations.js'

/**
 * Migrates the database to the current schema, in one transaction: each flushes the disk, and a new database has all steps
 * before it. Throws when the database is of a newer program.
 */
export function migrate(connection: SqliteConnection, steps: readonly string[] = migrations): void {
  const latest = steps.length
  const version = versionOf(connection)
  if (version > latest)
    throw new Error(`The database has version ${version}; this program knows versions up to ${latest}.`)
  if (version < latest) applySteps(connection, steps)
}

/** Whether the database has the schema of this program: a newer one may have brought it further meanwhile. */
export const isCurrent = (connection: SqliteConnection): boolean => versionOf(connection) === migrations.length

function applySteps(connection: SqliteConnection, steps: readonly string[]): void {
  connection.exec('BEGIN IMMEDIATE')
  try {
    // Another process may have run them while this one waited for the lock.
    const version = versionOf(connection)
    for (const step of steps.slice(version)) connection.exec(step)
    connection.exec(`PRAGMA user_version = ${Math.max(version, steps.length)}`)
    connection.exec('COMMIT')
  } catch (error) {
    endFailed(connection)
    throw error
  }
}

function versionOf(connection: SqliteConnection): number {
  return connection.rows<{ user_version: number }>(sql`PRAGMA user_version`)[0]?.user_version ?? 0
}

/** Ignores errors, because the failure may have ended the transaction already. */
function endFailed(connection: SqliteConnection): void {
  try {
    connection.exec('ROLLBACK')
  } catch {
    // The first error is the important one.
  }
}
