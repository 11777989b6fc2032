import type { TimeSlice } from '@plenum/core'
import type { StoreDefect } from '@plenum/core/ports'
import { wordLists } from '../shared/rows/wordRows.js'
import { type Checks, type Engine, type NewWords, sql } from '../shared/sql.js'
import { checksOfTables, type DerivedTable, derivedTables, differing } from '../shared/whole/derivedTables.js'
import { voteRowsOf } from './ballots/voteRows.js'
import type { SqliteRows } from './rows.js'
import { allReferences } from './schema/fileReferences.js'
import { encodeWord } from './search/conditions/textMatch.js'

export const engineOf = (rows: SqliteRows): Engine => ({
  indexValue: value => value,
  numberOf: stored => (typeof stored === 'number' ? stored : null),
  recordRow: (seq, record) => sql`(${seq}, ${JSON.stringify(record)})`,
  insertWords: words => insertWords(rows, words),
  votes: voteRowsOf(rows),
  checks: checksOf(rows),
})

const wordsPerCheck = 2000

async function insertWords(rows: SqliteRows, { seq, words, slice }: NewWords): Promise<void> {
  const texts: string[] = []
  for (const list of wordLists(words)) texts.push(await encodeWords(list, slice))
  const [title = '', description = '', everything = ''] = texts
  if (!title && !description && !everything) return
  rows.run(sql`
    INSERT INTO node_words (rowid, title, description, everything)
    VALUES (${seq}, ${title}, ${description}, ${everything})`)
}

async function encodeWords(words: readonly string[], slice: TimeSlice): Promise<string> {
  let text = ''
  for (let start = 0; start < words.length; start += wordsPerCheck) {
    if (slice.isOver()) await slice.next()
    text += `${words
      .slice(start, start + wordsPerCheck)
      .map(encodeWord)
      .join(' ')} `
  }
  return text
}

function checksOf(connection: SqliteRows): Checks {
  const { faults, repair } = checksOfTables(connection, tables)
  return {
    repair,
    faults: async () => [...findCorruption(connection), ...orphanedRows(connection), ...(await faults())],
  }
}

function findCorruption(connection: SqliteRows): readonly StoreDefect[] {
  const messages = connection.rows<{ integrity_check: string }>(sql`PRAGMA integrity_check(100)`)
  const isSound = messages.length === 1 && messages[0]?.integrity_check === 'ok'
  return isSound ? [] : [{ what: 'integrity_check', rows: messages.length, isRepairable: false }]
}

/**
 * Returns a defect for each table that contains orphaned rows. Defects in catalog tables are repairable, because the
 * catalog is derived from content.
 */
function orphanedRows(connection: SqliteRows): readonly StoreDefect[] {
  const orphans = connection.rows<{ what: string; rows: number }>(
    sql`SELECT "table" AS what, count(*) AS rows FROM pragma_foreign_key_check GROUP BY "table" ORDER BY "table"`,
  )
  return orphans.map(({ what, rows }) => ({ what, rows, isRepairable: catalogTables.includes(what) }))
}

const catalogTables: readonly string[] = ['node_index', 'node_entry', 'node_access']

const accessRows = sql`SELECT seq, kind_id, access_id FROM node`

const tables: readonly DerivedTable[] = [
  ...derivedTables({ text: allReferences, values: [] }),
  {
    what: 'node_access',
    wrong: differing(accessRows, sql`SELECT seq, kind_id, access_id FROM node_access`),
    repair: [sql`DELETE FROM node_access`, sql`INSERT INTO node_access (seq, kind_id, access_id) ${accessRows}`],
  },
  {
    what: 'node_words',
    wrong: sql`SELECT 1 FROM node_words_docsize WHERE id NOT IN (SELECT seq FROM node)`,
    repair: [
      sql`DELETE FROM node_words WHERE rowid IN (SELECT id FROM node_words_docsize WHERE id NOT IN (SELECT seq FROM node))`,
      // No separate check is needed for these rows, because the check for orphaned rows reports them.
      sql`DELETE FROM node_index WHERE seq NOT IN (SELECT seq FROM node)`,
      sql`DELETE FROM node_entry WHERE seq NOT IN (SELECT seq FROM node)`,
    ],
  },
]
