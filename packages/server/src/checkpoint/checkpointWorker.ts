import Database from 'libsql'

const databases = new Map<string, Database.Database>()

/** The connection stays open, because the driver closes late. */
export function answer(file: string): void {
  const database = databases.get(file) ?? new Database(file)
  databases.set(file, database)
  database.exec('PRAGMA wal_checkpoint(PASSIVE)')
}
