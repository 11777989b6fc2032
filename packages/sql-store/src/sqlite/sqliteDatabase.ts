import type { SqlValue } from '../sql.js'

/**
 * The part of the driver API that is used; `libsql` and `better-sqlite3` have it. Parameters are passed as one array,
 * because a driver would take a single object or bytes for named parameters.
 */
export interface SqliteStatement {
  all(values: readonly SqlValue[]): unknown[]
  /** Undefined where there is none. */
  get(values: readonly SqlValue[]): unknown
  run(values: readonly SqlValue[]): { readonly changes: number }
}

/** A connection of the driver; the methods throw errors with a `code` such as `SQLITE_BUSY`. */
export interface SqliteDatabase {
  prepare(sql: string): SqliteStatement
  exec(sql: string): unknown
  /**
   * As `exec`, in another thread: commits wait for the disk, and to find the beginning of very many words takes long.
   * Without it both block the process meanwhile.
   * Nothing else is asked of the connection before the promise is settled.
   */
  execApart?(sql: string): Promise<unknown>
  close(): unknown
}

/** Whether an error means that another connection holds the lock. */
export function isBusy(error: unknown): boolean {
  const code = error instanceof Object && 'code' in error ? error.code : null
  return typeof code === 'string' && code.startsWith('SQLITE_BUSY')
}
