import { connect, emptyLogUnlessFull } from './connection.js'
import type { SqliteDatabase } from './database.js'
import { migrate, requireUsableVersion, type UpgradeOptions } from './schema/migrate.js'
import { migrations } from './schema/migrations.js'

/**
 * Opens the connection for writes. During startup, SQLite may block the process while it waits for a lock. Later,
 * waiting for a lock does not block the process.
 */
export function openWriting(open: () => SqliteDatabase, options: UpgradeOptions) {
  const connection = connect(open())
  try {
    connection.exec('PRAGMA busy_timeout = 10000')
    // The version must be checked before anything is written, because the database of a newer program must remain
    // unchanged.
    requireUsableVersion(connection, options)
    connection.exec('PRAGMA journal_mode = WAL')
    connection.exec('PRAGMA synchronous = FULL')
    connection.exec('PRAGMA foreign_keys = ON')
    // With this setting, SQLite overwrites deleted data with zeros, so that the data cannot be recovered from the file.
    connection.exec('PRAGMA secure_delete = ON')
    connection.exec('PRAGMA journal_size_limit = 67108864')
    connection.exec('PRAGMA mmap_size = 268435456')
    // The cache of 16 MiB is sufficient for a change of 5,000 objects. With the default of 2 MiB, pages of such a
    // change would be evicted and read again.
    connection.exec('PRAGMA cache_size = -16384')
    const upgraded = migrate(connection, migrations, options)
    connection.exec('PRAGMA busy_timeout = 0')
    // The log is emptied, because a killed process may have left it behind.
    emptyLogUnlessFull(connection)
    return { connection, upgraded }
  } catch (error) {
    connection.close()
    throw error
  }
}
