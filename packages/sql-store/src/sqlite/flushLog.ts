import { open } from 'node:fs/promises'
import { sql } from '../shared/sql.js'
import type { SqliteRows } from './rows.js'

/**
 * Flushes the log to disk without blocking the process. The following COMMIT, which flushes synchronously, then has
 * little left to do.
 */
export async function flushLog(connection: SqliteRows): Promise<void> {
  const [database] = connection.rows<{ file: string }>(sql`PRAGMA database_list`)
  try {
    const log = await open(`${database?.file}-wal`, 'r+')
    await log.datasync().finally(() => log.close())
  } catch {
    // The commit will report the problem.
  }
}
