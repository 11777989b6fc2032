import type { SqlValue } from '../shared/sql.js'

/**
 * The part of the driver API in use; `libsql` and `better-sqlite3` provide it. Parameters are passed as one array,
 * because a driver would treat a single object or bytes as named parameters.
 */
export interface SqliteStatement {
  all(values: readonly SqlValue[]): unknown[]
  /** Undefined without rows. */
  get(values: readonly SqlValue[]): unknown
  run(values: readonly SqlValue[]): { readonly changes: number }
}

/** A connection of the driver; its methods throw errors with a `code` such as `SQLITE_BUSY`. */
export interface SqliteDatabase {
  prepare(sql: string): SqliteStatement
  exec(sql: string): unknown
  /**
   * Like `exec`, in another thread: commits wait for the disk, and prefixes of very many words take long. Without it
   * both block the process. The connection receives no other statement until the promise settles.
   */
  execApart?(sql: string): Promise<unknown>
  close(): unknown
}

/** Whether an error means that another connection holds the lock. */
export function isBusy(error: unknown): boolean {
  const code = error instanceof Object && 'code' in error ? error.code : null
  return typeof code === 'string' && code.startsWith('SQLITE_BUSY')
}
