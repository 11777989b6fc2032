import type { SqliteDatabase } from '@plenum/sql-store'
import Database from 'libsql'
import AsyncDatabase from 'libsql/promise'

/**
 * Opens a connection to a database file, which commits in a thread of the driver. The driver has two interfaces with
 * identical connections, and the methods of the second one run statements in a thread.
 */
export function openConnection(file: string): SqliteDatabase {
  const database = new Database(file) as unknown as SqliteDatabase
  const execInThread = (text: string): Promise<unknown> =>
    AsyncDatabase.prototype.exec.call(database as never, text) as never
  return Object.assign(database, { execInThread })
}
