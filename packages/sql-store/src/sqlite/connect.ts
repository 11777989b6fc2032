import { clearBallots, replaceBallots } from '../ballots/changeBallots.js'
import type { Engine, WritingConnection } from '../connection.js'
import { inWords, type Sql, type SqlValue, sql } from '../sql.js'
import { flushLog } from './flushLog.js'
import type { SqliteDatabase, SqliteStatement } from './sqliteDatabase.js'
import { wordRowsOf } from './wordRowsOf.js'
import { sqliteWords } from './words.js'

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

const maxStatements = 256

export function connect(database: SqliteDatabase): SqliteConnection {
  const statements = new Map<string, SqliteStatement>()
  let isClosed = false
  const prepared = (text: string): SqliteStatement => {
    if (isClosed) throw new Error('The database was closed.')
    const known = statements.get(text)
    // The order of use matters only when statements are soon evicted.
    if (known && statements.size < maxStatements / 2) return known
    if (known) statements.delete(text)
    const statement = known ?? database.prepare(inWords(text, sqliteWords))
    statements.set(text, statement)
    if (statements.size > maxStatements) statements.delete(statements.keys().next().value ?? '')
    return statement
  }
  const own: SqliteRows = {
    rows: <Row>({ text, values }: Sql) => prepared(text).all(checkValues(values)) as Row[],
    row: <Row>({ text, values }: Sql) => prepared(text).get(checkValues(values)) as Row | undefined,
    run: ({ text, values }) => prepared(text).run(checkValues(values)).changes,
  }
  return {
    ...own,
    engine: engineOf(own),
    exec: text => void database.exec(text),
    execApart: async text => void (await (database.execApart ?? database.exec).call(database, text)),
    commit: async isLong => {
      if (database.execApart) return void (await database.execApart('COMMIT'))
      if (isLong) await flushLog(own)
      database.exec('COMMIT')
    },
    rollBack: async () => {
      try {
        database.exec('ROLLBACK')
      } catch {
        // The transaction has ended anyway.
      }
    },
    close: () => {
      isClosed = true
      statements.clear()
      database.close()
    },
  }
}

const engineOf = (rows: SqliteRows): Engine => ({
  indexValue: value => value,
  recordRow: (seq, record) => sql`(${seq}, ${JSON.stringify(record)})`,
  leaveGroup: id => rows.run(leavingGroup(id)),
  touchEntry: (seq, modified) =>
    rows.run(sql`
      UPDATE node_entry SET columns = json_set(columns, '$.modified', CAST(${modified} AS INTEGER)), indexes = NULL
      WHERE seq = ${seq}`),
  words: wordRowsOf(rows),
  clearBallots: (change, turn) => clearBallots(rows, change, turn),
  replaceBallots: (change, turn) => replaceBallots(rows, change, turn),
})

const leavingGroup = (id: string): Sql => sql`
  UPDATE "user" AS u SET doc = json_set(doc, '$.groups', json((
    SELECT json_group_array(g.value) FROM json_each(u.doc, '$.groups') g WHERE g.value <> ${id}
  )))
  WHERE EXISTS (SELECT 1 FROM json_each(u.doc, '$.groups') g WHERE g.value = ${id})`

/** Checks types at run time too, because some drivers crash the whole process on a value of an unknown type. */
function checkValues(values: readonly SqlValue[]): readonly SqlValue[] {
  if (!values.every(isKnown)) throw new TypeError('A value has a type that the database cannot store.')
  return values
}

function isKnown(value: unknown): boolean {
  return typeof value === 'string' || typeof value === 'number' || value === null || ArrayBuffer.isView(value)
}

/** Moves the write-ahead log into the database and truncates it; false if readers still use the log. */
export function emptiesLog(connection: SqliteRows): boolean {
  return connection.rows<{ busy: number }>(sql`PRAGMA wal_checkpoint(TRUNCATE)`)[0]?.busy === 0
}
