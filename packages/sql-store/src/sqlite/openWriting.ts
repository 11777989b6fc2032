import { connect, emptyLog } from './connection.js'
import type { SqliteDatabase } from './database.js'
import { migrate, requireUsableVersion, type UpgradeOptions } from './schema/migrate.js'
import { migrations } from './schema/migrations.js'

/**
 * Opens the connection for writes. At startup, SQLite may block the process while it waits for a lock. After that, the
 * writer waits without blocking the process.
 */
export function openWriting(open: () => SqliteDatabase, options: UpgradeOptions) {
  const connection = connect(open())
  try {
    connection.exec('PRAGMA busy_timeout = 10000')
    // The check must precede all writes to the file.
    requireUsableVersion(connection, options)
    connection.exec('PRAGMA journal_mode = WAL')
    connection.exec('PRAGMA synchronous = FULL')
    connection.exec('PRAGMA foreign_keys = ON')
    // Deleted data are overwritten with zeros, so that they cannot be recovered from the file.
    connection.exec('PRAGMA secure_delete = ON')
    connection.exec('PRAGMA journal_size_limit = 67108864')
    connection.exec('PRAGMA mmap_size = 268435456')
    // A change of 5,000 objects fits into 16 MiB. With the default of 2 MiB, pages of such a change would be evicted
    // and read again.
    connection.exec('PRAGMA cache_size = -16384')
    const upgraded = migrate(connection, migrations, options)
    connection.exec('PRAGMA busy_timeout = 0')
    // A killed process may have left a log behind.
    emptyLog(connection)
    return { connection, upgraded }
  } catch (error) {
    connection.close()
    throw error
  }
}
