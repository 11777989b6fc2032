import Database from 'libsql'

const databases = new Map<string, Database.Database>()

/**
 * Runs a checkpoint on a database file. The connection is reused for further checkpoints, because the driver closes
 * connections only after a delay.
 */
export function answer(file: string): void {
  const database = databases.get(file) ?? new Database(file)
  databases.set(file, database)
  database.exec('PRAGMA wal_checkpoint(PASSIVE)')
}
