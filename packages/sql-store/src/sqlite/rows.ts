import type { Sql, WritingConnection } from '../shared/sql.js'

export interface SqliteRows {
  /**
   * Returns the rows of a query. Each row is an object with column names as keys. The type of the row is not checked.
   */
  rows<Row>(query: Sql): Row[]
  /**
   * Returns the first row, at half the cost of `rows`. Use only the selected columns, because some drivers add
   * further keys to the row.
   */
  row<Row>(query: Sql): Row | undefined
  run(query: Sql): number
}

export interface SqliteConnection extends Omit<WritingConnection, keyof SqliteRows>, SqliteRows {
  exec(text: string): void
  /**
   * Runs statements like `exec`, but does not block the process if the driver supports this. Database errors are not
   * converted.
   */
  execInThread(text: string): Promise<void>
  close(): void
}
