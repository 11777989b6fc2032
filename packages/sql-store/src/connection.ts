import { type Sql, sql } from './sql.js'
import type { SqliteDatabase, SqliteStatement, SqliteValue } from './sqlite/sqliteDatabase.js'

/** One connection to the database, with its prepared statements. */
export interface Connection {
  /** Rows by the column names of the statement. The type is not checked: the caller knows what it selects. */
  rows<Row>(query: Sql): Row[]
  /** The first row, for half of what `rows` costs. Some drivers add keys of their own: take what you have selected. */
  row<Row>(query: Sql): Row | undefined
  /** Runs a statement and returns the number of changed rows. */
  run(query: Sql): number
  /** Runs one or more statements without preparing them. */
  exec(text: string): void
  /** Commits a transaction; without blocking the process where the driver can (see `SqliteDatabase.execApart`). */
  commit(): Promise<void>
  readonly commitsApart: boolean
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
    row: <Row>({ text, values }: Sql) => prepared(text).get(checkValues(values)) as Row | undefined,
    run: ({ text, values }) => prepared(text).run(checkValues(values)).changes,
    exec: text => void database.exec(text),
    commit: async () => void (await (database.execApart ?? database.exec).call(database, 'COMMIT')),
    commitsApart: database.execApart !== undefined,
    close: () => {
      isClosed = true
      statements.clear()
      database.close()
    },
  }
}

/** Checks types at run time too, because a driver can crash the whole process on a value of an unknown type. */
function checkValues(values: readonly SqliteValue[]): readonly SqliteValue[] {
  if (!values.every(isKnown)) throw new TypeError('A value has a type that the database cannot store.')
  return values
}

function isKnown(value: unknown): boolean {
  return typeof value === 'string' || typeof value === 'number' || value === null || ArrayBuffer.isView(value)
}

/** Rolls back a failed transaction. Ignores errors, because the failure may have ended the transaction already. */
export function rollBack(connection: Connection): void {
  try {
    connection.exec('ROLLBACK')
  } catch {
    // The first error is the important one.
  }
}

/** Moves the write-ahead log into the database and truncates it; false when readers still use the log. */
export function emptiesLog(connection: Connection): boolean {
  return connection.rows<{ busy: number }>(sql`PRAGMA wal_checkpoint(TRUNCATE)`)[0]?.busy === 0
}

/** Whether a query has any row. */
export function hasRow(connection: Connection, query: Sql): boolean {
  return connection.rows(query).length > 0
}
