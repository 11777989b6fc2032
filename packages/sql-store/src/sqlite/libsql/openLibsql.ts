import { pathToFileURL } from 'node:url'
import Database from 'libsql'
import AsyncDatabase from 'libsql/promise'
import type { SqliteDatabase } from '../database.js'
import type { Checkpoint } from '../log.js'

/**
 * Opens a connection to a database file with the driver `libsql`. If the file does not exist, it is created. Commits
 * run in a thread, through the asynchronous interface of the driver, which accepts connections of the synchronous
 * interface.
 *
 * @example
 * const store = sqliteStore({ open: () => openLibsql('garden.sqlite'), checkpoint:
 * checkpointInThread('garden.sqlite') })
 */
export function openLibsql(file: string): SqliteDatabase {
  const database = new Database(file) as unknown as SqliteDatabase
  const execInThread = (text: string): Promise<unknown> =>
    AsyncDatabase.prototype.exec.call(database as never, text) as never
  return Object.assign(database, { execInThread })
}

/**
 * Calls a task with a read-only connection to an existing file. The connection neither changes the file nor
 * checkpoints its log.
 */
export function readLibsql<T>(file: string, task: (database: SqliteDatabase) => T): T {
  const database = new Database(`${pathToFileURL(file).href}?mode=ro`) as unknown as SqliteDatabase
  try {
    // The connection waits for locks, because another process may have locked the database while opening or closing it.
    database.exec('PRAGMA busy_timeout = 10000')
    return task(database)
  } finally {
    database.close()
  }
}

/** Creates a checkpoint that runs in a thread of the driver and uses a separate connection to the database file. */
export function checkpointInThread(file: string): Checkpoint {
  let database: SqliteDatabase | undefined
  return {
    run: async () => {
      database ??= openLibsql(file)
      await database.execInThread?.('PRAGMA wal_checkpoint(PASSIVE)')
    },
    close: async () => void database?.close(),
  }
}
