export { type DatabaseProblem, databaseProblem } from './sqlite/databaseProblem.js'
export type { Checkpoint } from './sqlite/log.js'
export type { SqliteDatabase, SqliteStatement, SqliteValue } from './sqlite/sqliteDatabase.js'
export { type SqliteStore, type SqliteStoreOptions, sqliteStore } from './sqlite/sqliteStore.js'
