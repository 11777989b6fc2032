import type { WritingConnection } from '../shared/connection.js'
import type { Sql } from '../shared/sql.js'

/** The statements of a connection; SQLite is synchronous. */
export interface SqliteRows {
  /** Rows keyed by the statement's column names. The type is not checked: the caller knows what it selects. */
  rows<Row>(query: Sql): Row[]
  /** The first row, at half the cost of `rows`. Some drivers add keys of their own: read only the selected columns. */
  row<Row>(query: Sql): Row | undefined
  /** Runs a statement and returns the number of changed rows. */
  run(query: Sql): number
}

/** One connection to a SQLite database. */
export interface SqliteConnection extends WritingConnection, SqliteRows {
  rows<Row>(query: Sql): Row[]
  row<Row>(query: Sql): Row | undefined
  run(query: Sql): number
  exec(text: string): void
  /** Like `exec`, without blocking the process if the driver can. Errors of the database are not translated. */
  execApart(text: string): Promise<void>
  close(): void
}
