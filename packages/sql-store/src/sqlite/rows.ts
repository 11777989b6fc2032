import type { Sql, WritingConnection } from '../shared/sql.js'

/** The synchronous statements of a SQLite connection. */
export interface SqliteRows {
  /** Rows keyed by the statement's column names. The type is not checked: the caller knows what it selects. */
  rows<Row>(query: Sql): Row[]
  /**
   * The first row, at half the cost of `rows`. Some drivers add their own keys to it, so read only the selected
   * columns.
   */
  row<Row>(query: Sql): Row | undefined
  /** Runs a statement and returns the number of changed rows. */
  run(query: Sql): number
}

/** One connection to a SQLite database. */
export interface SqliteConnection extends Omit<WritingConnection, keyof SqliteRows>, SqliteRows {
  exec(text: string): void
  /** Like `exec`, but without blocking the process if the driver supports that. Database errors are not translated. */
  execInThread(text: string): Promise<void>
  close(): void
}
