import type { StoreDefect } from '@plenum/core/ports'
import type { Connection } from '../shared/connection.js'
import { among, type Sql, sql } from '../shared/sql.js'
import type { Checks } from '../shared/whole/checks.js'
import { allReferences } from './schema/fileReferences.js'

/** Consistency checks in PostgreSQL, which enforces foreign keys and column constraints itself. */
export const checksOf = (connection: Connection): Checks => ({
  inTextIndex: async seqs => {
    const rows = await connection.rows<{ seq: number }>(sql`SELECT seq FROM node_words WHERE seq IN ${among(seqs)}`)
    return new Set(rows.map(({ seq }) => seq))
  },
  faults: async () => {
    const defects: StoreDefect[] = []
    for (const { what, wrong } of derivedTables) {
      const row = await connection.row<{ rows: number }>(sql`SELECT count(*) AS rows FROM (${wrong}) AS wrong`)
      if (row && row.rows > 0) defects.push({ what, rows: row.rows, isRepairable: true })
    }
    return defects
  },
  mend: async () => {
    for (const { mend } of derivedTables) for (const statement of mend) await connection.run(statement)
  },
})

/** Rows derived from other rows: a query for wrong ones, and the statements that rebuild them. */
interface Derived {
  readonly what: string
  readonly wrong: Sql
  readonly mend: readonly Sql[]
}

const countRows = sql`SELECT kind_id, access_id, count(*)::integer AS objects FROM node GROUP BY kind_id, access_id`
/** Recounts objects. */
export const countKinds: readonly Sql[] = [
  sql`DELETE FROM kind_count`,
  sql`INSERT INTO kind_count (kind_id, access_id, objects) ${countRows}`,
]
const holderRows = sql`
  SELECT h.holder, a.id AS access_id FROM access a, json_array_elements_text(a.holders::json) AS h (holder)`
/** `/a/b` -> `/a`. */
const container = sql`
  CASE path WHEN '/' THEN NULL ELSE coalesce(nullif(left(path, -strpos(reverse(path), '/')), ''), '/') END`
const depth = sql`CASE path WHEN '/' THEN 0 ELSE length(path) - length(replace(path, '/', '')) END`
const isMisplaced = sql`parent IS DISTINCT FROM ${container} OR depth <> ${depth}`

const referenceRows: Sql = { text: allReferences, values: [] }

const derivedTables: readonly Derived[] = [
  {
    what: 'node',
    wrong: sql`SELECT 1 FROM node WHERE ${isMisplaced}`,
    mend: [sql`UPDATE node SET parent = ${container}, depth = ${depth} WHERE ${isMisplaced}`],
  },
  {
    what: 'kind_count',
    wrong: differing(countRows, sql`SELECT kind_id, access_id, objects FROM kind_count`),
    mend: countKinds,
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
]

/** Rows in only one of two queries. */
function differing(a: Sql, b: Sql): Sql {
  return sql`(${a} EXCEPT ${b}) UNION ALL (${b} EXCEPT ${a})`
}
