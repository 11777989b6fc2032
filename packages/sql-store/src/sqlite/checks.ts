import type { StoreDefect } from '@plenum/core/ports'
import { among, type Sql, sql } from '../shared/sql.js'
import type { Checks } from '../shared/whole/checks.js'
import type { SqliteRows } from './rows.js'
import { allReferences } from './schema/fileReferences.js'

/** Consistency checks in SQLite. */
export const checksOf = (connection: SqliteRows): Checks => ({
  inTextIndex: async seqs => {
    const hits = sql`SELECT rowid AS seq FROM node_words WHERE rowid IN ${among(seqs)}`
    return new Set(connection.rows<{ seq: number }>(hits).map(({ seq }) => seq))
  },
  faults: async () => [...findCorruption(connection), ...orphanedRows(connection), ...derivedFaults(connection)],
  mend: async () => {
    for (const { mend } of derivedTables) for (const statement of mend) connection.run(statement)
  },
})

/** Corruption of the file; a sound file yields a single row. */
function findCorruption(connection: SqliteRows): readonly StoreDefect[] {
  const messages = connection.rows<{ integrity_check: string }>(sql`PRAGMA integrity_check(100)`)
  const isSound = messages.length === 1 && messages[0]?.integrity_check === 'ok'
  return isSound ? [] : [{ what: 'integrity_check', rows: messages.length, isRepairable: false }]
}

/** Orphaned rows by table. Those of the catalog are derived from content, so they can be deleted. */
function orphanedRows(connection: SqliteRows): readonly StoreDefect[] {
  const orphans = connection.rows<{ what: string; rows: number }>(
    sql`SELECT "table" AS what, count(*) AS rows FROM pragma_foreign_key_check GROUP BY "table" ORDER BY "table"`,
  )
  return orphans.map(({ what, rows }) => ({ what, rows, isRepairable: catalogTables.includes(what) }))
}

const catalogTables: readonly string[] = ['node_index', 'node_entry', 'node_access']

/** Rows derived from other rows: a query for wrong ones, and the statements that rebuild them. */
interface Derived {
  readonly what: string
  readonly wrong: Sql
  readonly mend: readonly Sql[]
}

const accessRows = sql`SELECT seq, kind_id, access_id FROM node`
const countRows = sql`SELECT kind_id, access_id, count(*) AS objects FROM node GROUP BY kind_id, access_id`
const holderRows = sql`SELECT h.value AS holder, a.id AS access_id FROM access a, json_each(a.holders) h`
/** `/a/b` -> `/a`: the path without the characters after its last slash, and without that slash. */
const container = sql`
  CASE path WHEN '/' THEN NULL ELSE coalesce(nullif(rtrim(rtrim(path, replace(path, '/', '')), '/'), ''), '/') END`
const depth = sql`CASE path WHEN '/' THEN 0 ELSE length(path) - length(replace(path, '/', '')) END`

const referenceRows: Sql = { text: allReferences, values: [] }

const derivedTables: readonly Derived[] = [
  {
    what: 'node',
    wrong: sql`SELECT 1 FROM node WHERE parent IS NOT ${container} OR depth <> ${depth}`,
    mend: [
      sql`UPDATE node SET parent = ${container}, depth = ${depth} WHERE parent IS NOT ${container} OR depth <> ${depth}`,
    ],
  },
  {
    what: 'node_access',
    wrong: differing(accessRows, sql`SELECT seq, kind_id, access_id FROM node_access`),
    mend: [sql`DELETE FROM node_access`, sql`INSERT INTO node_access (seq, kind_id, access_id) ${accessRows}`],
  },
  {
    what: 'kind_count',
    wrong: differing(countRows, sql`SELECT kind_id, access_id, objects FROM kind_count`),
    mend: [sql`DELETE FROM kind_count`, sql`INSERT INTO kind_count (kind_id, access_id, objects) ${countRows}`],
  },
  {
    what: 'file_reference',
    wrong: differing(referenceRows, sql`SELECT digest, seq, version FROM file_reference`),
    mend: [sql`DELETE FROM file_reference`, sql`INSERT INTO file_reference (digest, seq, version) ${referenceRows}`],
  },
  {
    what: 'access_holder',
    wrong: differing(holderRows, sql`SELECT holder, access_id FROM access_holder`),
    mend: [sql`DELETE FROM access_holder`, sql`INSERT INTO access_holder (holder, access_id) ${holderRows}`],
  },
  {
    what: 'node_words',
    wrong: sql`SELECT 1 FROM node_words_docsize WHERE id NOT IN (SELECT seq FROM node)`,
    mend: [
      sql`DELETE FROM node_words WHERE rowid IN (SELECT id FROM node_words_docsize WHERE id NOT IN (SELECT seq FROM node))`,
      // Detected with the orphaned rows.
      sql`DELETE FROM node_index WHERE seq NOT IN (SELECT seq FROM node)`,
      sql`DELETE FROM node_entry WHERE seq NOT IN (SELECT seq FROM node)`,
    ],
  },
]

/** Rows in only one of two queries. */
function differing(one: Sql, other: Sql): Sql {
  const only = (a: Sql, b: Sql): Sql => sql`SELECT * FROM (SELECT * FROM (${a}) EXCEPT SELECT * FROM (${b}))`
  return sql`${only(one, other)} UNION ALL ${only(other, one)}`
}

function derivedFaults(connection: SqliteRows): readonly StoreDefect[] {
  return derivedTables.flatMap(({ what, wrong }) => {
    const rows = connection.row<{ rows: number }>(sql`SELECT count(*) AS rows FROM (${wrong})`)?.rows ?? 0
    return rows > 0 ? [{ what, rows, isRepairable: true }] : []
  })
}
