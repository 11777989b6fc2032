import type { Sql } from './sql.js'
import type { SqliteDatabase, SqliteStatement } from './sqliteDatabase.js'

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

const mostStatements = 256

export function connect(database: SqliteDatabase): Connection {
  const statements = new Map<string, SqliteStatement>()
  const prepared = (text: string): SqliteStatement => {
    const known = statements.get(text)
    if (known) statements.delete(text)
    const statement = known ?? database.prepare(text)
    statements.set(text, statement)
    if (statements.size > mostStatements) statements.delete(statements.keys().next().value ?? '')
    return statement
  }
  return {
    rows: <Row>({ text, values }: Sql) => prepared(text).all(values) as Row[],
    run: ({ text, values }) => prepared(text).run(values).changes,
    exec: text => void database.exec(text),
    close: () => {
      statements.clear()
      database.close()
    },
  }
}

/** Whether a query has any row. */
export function hasRow(connection: Connection, query: Sql): boolean {
  return connection.rows(query).length > 0
}
