import { type Sql, sql } from './sql.js'
import type { SqliteDatabase, SqliteStatement, SqliteValue } from './sqliteDatabase.js'

/** One connection to the database, with its prepared statements. */
export interface Connection {
  /** Rows as the statement names their columns; the caller knows what it selected. */
  rows<Row>(query: Sql): Row[]
  /** The number of rows that were changed. */
  run(query: Sql): number
  /** For statements that are not worth keeping, or several at once. */
  exec(text: string): void
  close(): void
}

const maxStatements = 256

export function connect(database: SqliteDatabase): Connection {
  const statements = new Map<string, SqliteStatement>()
  let isClosed = false
  const prepared = (text: string): SqliteStatement => {
    if (isClosed) throw new Error('The database was closed.')
    const known = statements.get(text)
    if (known) statements.delete(text)
    const statement = known ?? database.prepare(text)
    statements.set(text, statement)
    if (statements.size > maxStatements) statements.delete(statements.keys().next().value ?? '')
    return statement
  }
  return {
    rows: <Row>({ text, values }: Sql) => prepared(text).all(checkValues(values)) as Row[],
    run: ({ text, values }) => prepared(text).run(checkValues(values)).changes,
    exec: text => void database.exec(text),
    close: () => {
      isClosed = true
      statements.clear()
      database.close()
    },
  }
}

/** A driver may end the whole process over a value that it does not know: what slipped past the compiler stops here. */
function checkValues(values: readonly SqliteValue[]): readonly SqliteValue[] {
  if (!values.every(isKnown)) throw new TypeError('A value is of a kind that the database does not take.')
  return values
}

function isKnown(value: unknown): boolean {
  return typeof value === 'string' || typeof value === 'number' || value === null || ArrayBuffer.isView(value)
}

/** Ends a transaction in which something failed; the error may have ended it already. */
export function rollBack(connection: Connection): void {
  try {
    connection.exec('ROLLBACK')
  } catch {
    // The error that led here says more.
  }
}

/** Moves what the write-ahead log holds into the database and cuts the log to nothing; false while others read from it. */
export function emptiesLog(connection: Connection): boolean {
  return connection.rows<{ busy: number }>(sql`PRAGMA wal_checkpoint(TRUNCATE)`)[0]?.busy === 0
}

/** Whether a query has any row. */
export function hasRow(connection: Connection, query: Sql): boolean {
  return connection.rows(query).length > 0
}
