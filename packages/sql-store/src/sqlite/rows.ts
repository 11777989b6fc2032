import type { Sql, WritingConnection } from '../shared/sql.js'

export interface SqliteRows {
  /** Returns the rows of a query. The keys of a row are the column names. The type of the row is not checked. */
  rows<Row>(query: Sql): Row[]
  /**
   * Returns the first row, at half the cost of `rows`. Some drivers add their own keys to the row, so read only the
   * selected columns.
   */
  row<Row>(query: Sql): Row | undefined
  run(query: Sql): number
}

export interface SqliteConnection extends Omit<WritingConnection, keyof SqliteRows>, SqliteRows {
  exec(text: string): void
  /** Like `exec`, but does not block the process if the driver supports it. Database errors are not converted. */
  execInThread(text: string): Promise<void>
  close(): void
}
