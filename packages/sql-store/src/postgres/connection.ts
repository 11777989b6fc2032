import type { QueryConfig, QueryResult } from 'pg'
import { wordLists } from '../shared/rows/wordRows.js'
import { type Connection, type Engine, type NewWords, type Rows, type Sql, type SqlValue, sql } from '../shared/sql.js'
import { checksOfTables, derivedTables } from '../shared/whole/derivedTables.js'
import { voteRowsOf } from './ballots/voteRows.js'
import { allReferences } from './schema/fileReferences.js'
import { fitsIndex, lexemesOf, textOf } from './search/storedWords.js'
import type { Statement } from './server/statements.js'
import { numberOf, storedValue } from './storedValue.js'

export type Execute = (query: QueryConfig) => Promise<QueryResult>

export const executeAll = async (execute: Execute, query: QueryConfig): Promise<readonly QueryResult[]> =>
  (await execute(query)) as unknown as readonly QueryResult[]

export type Statements = (text: string) => Statement

export function connectionOn(statements: Statements, execute: Execute): Connection {
  const send = ({ text, values }: Sql) => execute({ ...statements(text), values: values.map(toSend) })
  const rows = async <Row>(query: Sql) => (await send(query)).rows as Row[]
  const methods = {
    rows,
    row: async <Row>(query: Sql) => (await rows<Row>(query))[0],
    run: async (query: Sql) => (await send(query)).rowCount ?? 0,
    exec: async (text: string) => void (await execute({ text })),
  }
  return { ...methods, engine: engineOf(methods) }
}

/** Returns a value in which NUL characters are replaced, because PostgreSQL strings cannot contain them. */
const toSend = (value: SqlValue): SqlValue =>
  typeof value === 'string' && value.includes('\0') ? value.replaceAll('\0', '\ufffd') : value

const tables = derivedTables({ text: allReferences, values: [] })

const engineOf = (rows: Rows): Engine => ({
  indexValue: value => (value === null ? null : storedValue(value)),
  numberOf: stored => (typeof stored === 'string' ? numberOf(stored) : null),
  recordRow: (seq, record) => sql`(${seq}, ${record.workflow}, ${record.time}, ${JSON.stringify(record)})`,
  insertWords: words => insertWords(rows, words),
  votes: voteRowsOf(rows),
  // Foreign keys and column constraints are not checked here, because PostgreSQL enforces them.
  checks: checksOfTables(rows, tables),
})

async function insertWords(rows: Rows, { seq, words, slice }: NewWords): Promise<void> {
  const lists = wordLists(words)
  if (lists.every(list => list.length === 0)) return
  if (slice.isOver()) await slice.next()
  const [title, description, everything] = lists.map(textOf)
  const lexemes = lists.map(lexemesOf)
  // If any list of words exceeds the maximum size of an index entry, no list is indexed, and searches scan the stored
  // words.
  const [t, d, e] = lexemes.every(fitsIndex) ? lexemes.map(list => JSON.stringify(list)) : [null, null, null]
  await rows.run(sql`
    INSERT INTO node_words (seq, title_text, description_text, everything_text, title, description, everything)
    VALUES (${seq}, ${title ?? ''}, ${description ?? ''}, ${everything ?? ''},
      own_lexemes(${t ?? null}), own_lexemes(${d ?? null}), own_lexemes(${e ?? null}))`)
}
