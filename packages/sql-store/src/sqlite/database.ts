import type { SqlValue } from '../shared/sql.js'

/**
 * A prepared statement, with the part of the driver API that the store uses. Both `libsql` and `better-sqlite3`
 * provide this API. Parameters are passed as one array, because drivers interpret a single object or byte array as
 * named parameters.
 */
export interface SqliteStatement {
  all(values: readonly SqlValue[]): unknown[]
  /** Returns the first row, or undefined if there are no rows. */
  get(values: readonly SqlValue[]): unknown
  run(values: readonly SqlValue[]): { readonly changes: number }
}

/** A driver connection. Its methods throw errors with a `code` such as `SQLITE_BUSY`. */
export interface SqliteDatabase {
  prepare(sql: string): SqliteStatement
  exec(sql: string): unknown
  /**
   * Runs statements like `exec`, but in another thread, so that slow statements do not block the process: commits wait
   * for the disk, and searches for prefixes that match many words take a long time. The connection receives no other
   * statement until the promise settles.
   */
  execInThread?(sql: string): Promise<unknown>
  close(): unknown
}

export function isBusy(error: unknown): boolean {
  const code = error instanceof Object && 'code' in error ? error.code : null
  return typeof code === 'string' && code.startsWith('SQLITE_BUSY')
}
