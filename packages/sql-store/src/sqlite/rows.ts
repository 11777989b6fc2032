import type { Sql, WritingConnection } from '../shared/sql.js'

/** The synchronous statements of a SQLite connection. */
export interface SqliteRows {
  /**
   * Returns rows with the column names of the statement as keys. The type is not checked, because the caller knows
   * which columns it selects.
   */
  rows<Row>(query: Sql): Row[]
  /**
   * Returns the first row, at half the cost of `rows`. Some drivers add their own keys to the row, so read only the
   * selected columns.
   */
  row<Row>(query: Sql): Row | undefined
  /** Runs a statement and returns the number of changed rows. */
  run(query: Sql): number
}

/** One connection to a SQLite database. */
export interface SqliteConnection extends Omit<WritingConnection, keyof SqliteRows>, SqliteRows {
  exec(text: string): void
  /** Like `exec`, but does not block the process if the driver supports it. Database errors are not translated. */
  execInThread(text: string): Promise<void>
  close(): void
}
