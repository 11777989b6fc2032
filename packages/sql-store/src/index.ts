export { type DatabaseProblem, databaseProblem } from './databaseProblem.js'
export type { Checkpoint } from './log.js'
export type { SqliteDatabase, SqliteStatement, SqliteValue } from './sqliteDatabase.js'
export { type SqliteStore, type SqliteStoreOptions, sqliteStore } from './sqliteStore.js'
