import { open } from 'node:fs/promises'
import { inWords, type Sql, type SqlValue, sql, type Words } from '../shared/sql.js'
import type { SqliteDatabase, SqliteStatement } from './database.js'
import { engineOf } from './engine.js'
import type { SqliteConnection, SqliteRows } from './rows.js'

const maxStatements = 256

export function connect(database: SqliteDatabase): SqliteConnection {
  const statements = new Map<string, SqliteStatement>()
  let isClosed = false
  const prepare = (text: string): SqliteStatement => {
    if (isClosed) throw new Error('The database was closed.')
    const cached = statements.get(text)
    // The order of use is only updated when the cache is at least half full, because statements are only evicted from a
    // full cache.
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
    execInThread: async text => void (await (database.execInThread ?? database.exec).call(database, text)),
    commit: async isLong => {
      if (database.execInThread) return void (await database.execInThread('COMMIT'))
      if (isLong) await flushLog(statementsApi)
      database.exec('COMMIT')
    },
    rollBack: async () => {
      try {
        database.exec('ROLLBACK')
      } catch {
        // Errors are ignored, because the transaction has ended in any case.
      }
    },
    close: () => {
      isClosed = true
      statements.clear()
      database.close()
    },
  }
}

/**
 * Returns the values. Throws a TypeError if the database cannot store one of them, because some drivers would otherwise
 * crash the process.
 */
function checkValues(values: readonly SqlValue[]): readonly SqlValue[] {
  if (!values.every(isStorable)) throw new TypeError('A value has a type that the database cannot store.')
  return values
}

const isStorable = (value: unknown): boolean =>
  typeof value === 'string' || typeof value === 'number' || value === null || ArrayBuffer.isView(value)

export const emptyLog = (connection: SqliteRows): boolean =>
  connection.rows<{ busy: number }>(sql`PRAGMA wal_checkpoint(TRUNCATE)`)[0]?.busy === 0

/**
 * Empties the log. If the disk is full, the log remains, so that the database can be opened for reading and closed. The
 * log is then emptied after a later change or the next start.
 */
export function emptyLogUnlessFull(connection: SqliteRows): void {
  try {
    emptyLog(connection)
  } catch (error) {
    if ((error as { readonly code?: unknown }).code !== 'SQLITE_FULL') throw error
  }
}

/** The SQLite names with which words in braces in SQL are replaced (see `sql`). */
const sqliteWords: Words = {
  texts: 'json_each(?)',
  numbers: 'json_each(?)',
  greatest: 'max',
  joined: 'group_concat',
  instr: 'instr',
  'words seq': 'rowid',
  unindexed: '+',
  'by publication': 'INDEXED BY node_to_be_published',
  'by expiry': 'INDEXED BY node_to_expire',
  'holders of a': 'json_each(a.holders)',
  'json text': 'json_quote',
  'random text': 'lower(hex(randomblob(16)))',
  bytes: 'BLOB',
  clock: "CAST((julianday('now') - 2440587.5) * 86400000 AS INTEGER)",
  'record columns': 'seq, doc',
  'record time': "r.doc ->> 'time'",
  'record workflow': "r.doc ->> 'workflow'",
  'roles of u': "json_each(u.doc, '$.roles')",
  tables: "(SELECT name FROM sqlite_master WHERE type = 'table')",
  'groups of u': "json_each(u.doc, '$.groups')",
}

/**
 * Flushes the log without blocking the process. The subsequent COMMIT blocks only briefly, because little is left to
 * flush.
 */
async function flushLog(connection: SqliteRows): Promise<void> {
  const [database] = connection.rows<{ file: string }>(sql`PRAGMA database_list`)
  try {
    const log = await open(`${database?.file}-wal`, 'r+')
    await log.datasync().finally(() => log.close())
  } catch {}
}
