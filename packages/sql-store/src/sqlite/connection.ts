import type { Engine } from '../shared/connection.js'
import { inWords, type Sql, type SqlValue, sql } from '../shared/sql.js'
import { clearBallots, replaceBallots } from './ballots/changeBallots.js'
import type { SqliteDatabase, SqliteStatement } from './database.js'
import { flushLog } from './flushLog.js'
import type { SqliteConnection, SqliteRows } from './rows.js'
import { wordRowsOf } from './search/wordRows.js'
import { sqliteWords } from './words.js'

const maxStatements = 256

export function connect(database: SqliteDatabase): SqliteConnection {
  const statements = new Map<string, SqliteStatement>()
  let isClosed = false
  const prepare = (text: string): SqliteStatement => {
    if (isClosed) throw new Error('The database was closed.')
    const cached = statements.get(text)
    // The order of use matters only when statements are soon evicted.
    if (cached && statements.size < maxStatements / 2) return cached
    if (cached) statements.delete(text)
    const statement = cached ?? database.prepare(inWords(text, sqliteWords))
    statements.set(text, statement)
    if (statements.size > maxStatements) statements.delete(statements.keys().next().value ?? '')
    return statement
  }
  const statementsApi: SqliteRows = {
    rows: <Row>({ text, values }: Sql) => prepare(text).all(checkValues(values)) as Row[],
    row: <Row>({ text, values }: Sql) => prepare(text).get(checkValues(values)) as Row | undefined,
    run: ({ text, values }) => prepare(text).run(checkValues(values)).changes,
  }
  return {
    ...statementsApi,
    engine: engineOf(statementsApi),
    exec: text => void database.exec(text),
    execApart: async text => void (await (database.execApart ?? database.exec).call(database, text)),
    commit: async isLong => {
      if (database.execApart) return void (await database.execApart('COMMIT'))
      if (isLong) await flushLog(statementsApi)
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
  leaveGroup: id => rows.run(removeFromGroup(id)),
  touchEntry: (seq, modified) =>
    rows.run(sql`
      UPDATE node_entry SET columns = json_set(columns, '$.modified', CAST(${modified} AS INTEGER)), indexes = NULL
      WHERE seq = ${seq}`),
  words: wordRowsOf(rows),
  clearBallots: (change, slice) => clearBallots(rows, change, slice),
  replaceBallots: (change, slice) => replaceBallots(rows, change, slice),
})

const removeFromGroup = (id: string): Sql => sql`
  UPDATE "user" AS u SET doc = json_set(doc, '$.groups', json((
    SELECT json_group_array(g.value) FROM json_each(u.doc, '$.groups') g WHERE g.value <> ${id}
  )))
  WHERE EXISTS (SELECT 1 FROM json_each(u.doc, '$.groups') g WHERE g.value = ${id})`

/** Checks types at run time too, because some drivers crash the whole process on a value of an unknown type. */
function checkValues(values: readonly SqlValue[]): readonly SqlValue[] {
  if (!values.every(isStorable)) throw new TypeError('A value has a type that the database cannot store.')
  return values
}

function isStorable(value: unknown): boolean {
  return typeof value === 'string' || typeof value === 'number' || value === null || ArrayBuffer.isView(value)
}

/** Moves the write-ahead log into the database and truncates it; false if readers still use the log. */
export function emptyLog(connection: SqliteRows): boolean {
  return connection.rows<{ busy: number }>(sql`PRAGMA wal_checkpoint(TRUNCATE)`)[0]?.busy === 0
}
