import { open } from 'node:fs/promises'
import { sql } from '../sql.js'
import type { SqliteRows } from './connect.js'

/**
 * Flushes the log to the disk without blocking the process. The COMMIT after it, which flushes and blocks, then has
 * little left to flush.
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
