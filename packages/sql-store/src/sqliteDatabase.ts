/** What a column holds, and what a statement takes. Truth values are written as 0 and 1: a driver may not take them. */
export type SqliteValue = string | number | null | Uint8Array

/**
 * The part of the drivers' API that is used; that of `libsql` and of `better-sqlite3`. Values are given as one array,
 * because a lone array or bytes would be taken for a list of names.
 */
export interface SqliteStatement {
  all(values: readonly SqliteValue[]): unknown[]
  run(values: readonly SqliteValue[]): { readonly changes: number }
}

export interface SqliteDatabase {
  prepare(sql: string): SqliteStatement
  exec(sql: string): unknown
  close(): unknown
}

/** True when another connection holds the lock that was needed. */
export function isBusy(error: unknown): boolean {
  const code = error instanceof Object && 'code' in error ? error.code : null
  return typeof code === 'string' && code.startsWith('SQLITE_BUSY')
}
