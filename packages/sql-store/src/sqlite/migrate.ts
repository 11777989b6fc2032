import { sql } from '../sql.js'
import type { SqliteConnection } from './connect.js'
import { migrations } from './migrations.js'

/**
 * Migrates the database to the current schema, each step in its own transaction. Throws when the database is of a newer
 * program.
 */
export function migrate(connection: SqliteConnection, steps: readonly string[] = migrations): void {
  const latest = steps.length
  const version = versionOf(connection)
  if (version > latest)
    throw new Error(`The database has version ${version}; this program knows versions up to ${latest}.`)
  for (const [i, step] of steps.entries()) if (i >= version) applyStep(connection, step, i + 1)
}

/** Whether the database has the schema of this program: a newer one may have brought it further meanwhile. */
export const isCurrent = (connection: SqliteConnection): boolean => versionOf(connection) === migrations.length

function applyStep(connection: SqliteConnection, step: string, number: number): void {
  connection.exec('BEGIN IMMEDIATE')
  try {
    // Another process may have run the step while this one waited for the lock.
    if (versionOf(connection) < number) {
      connection.exec(step)
      connection.exec(`PRAGMA user_version = ${number}`)
    }
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
