import { isDeepStrictEqual } from 'node:util'
import type { CatalogEntry, ExpectedEntry } from '@plenum/core/ports'
import { holdersText } from '../change/access.js'
import { type IndexRow, indexRows, repeatedOf } from '../change/indexRows.js'
import { kindText } from '../change/kindRows.js'
import { digestOfWords, wordLists } from '../change/wordRows.js'
import type { Connection } from '../connection.js'
import { among, list, type Sql, type SqlValue, sql } from '../sql.js'
import type { Checks } from './checks.js'

type Expected = Pick<ExpectedEntry, 'uid' | 'entry'>

/** The stored catalog entry, except for the rows of its indexes; null where a row is missing. */
interface StoredEntry {
  readonly uid: string
  readonly seq: number
  readonly holders: string | null
  readonly kind: string | null
  readonly columns: string | null
  readonly indexes: string | null
  readonly digest: string | null
  /** Columns of the node that duplicate index values. */
  readonly [column: string]: SqlValue
}

const repeatedColumns: readonly Sql[] = repeatedOf([]).map(({ column }) => sql`n.${column}`)

/** The UIDs of objects whose stored catalog entry differs from the expected one in any table. */
export async function otherEntries(
  connection: Connection,
  checks: Checks,
  expected: readonly Expected[],
): Promise<readonly string[]> {
  const rows = await connection.rows<StoredEntry>(sql`
    SELECT n.uid, n.seq, a.holders, k.value_list AS kind, e.columns, e.indexes, e.words_digest AS digest, ${list(repeatedColumns)}
    FROM node n LEFT JOIN access a ON a.id = n.access_id LEFT JOIN kind k ON k.id = n.kind_id
      LEFT JOIN node_entry e ON e.seq = n.seq
    WHERE n.uid IN ${among(expected.map(({ uid }) => uid))}`)
  const stored = new Map(rows.map(row => [row.uid, row]))
  const seqs = rows.map(({ seq }) => seq)
  const [values, worded] = [await valuesOf(connection, seqs), await checks.inTextIndex(seqs)]
  const isSame = ({ uid, entry }: Expected): boolean => {
    const row = stored.get(uid)
    if (!row) return false
    const own = indexRows(entry.indexes)
    return (
      hasFacts(row, entry, own) &&
      hasValues(connection, { row, own, values: values.get(row.seq) ?? new Set() }) &&
      row.digest === digestOfWords(entry) &&
      worded.has(row.seq) === wordLists(entry).some(words => words.length > 0)
    )
  }
  return expected.filter(one => !isSame(one)).map(({ uid }) => uid)
}

/** Compares access, kind and summary columns. */
function hasFacts({ holders, kind, columns }: StoredEntry, entry: CatalogEntry, own: readonly IndexRow[]): boolean {
  return (
    holders === holdersText(entry.holders) &&
    kind === kindText(own) &&
    columns !== null &&
    isDeepStrictEqual(JSON.parse(columns), JSON.parse(JSON.stringify(entry.columns)))
  )
}

interface Indexed {
  readonly row: StoredEntry
  /** The expected rows. */
  readonly own: readonly IndexRow[]
  /** The stored rows, as texts of `valueText`. */
  readonly values: ReadonlySet<string>
}

/** Compares the index values in every copy: rows, columns of the node, and the text that changes are compared with. */
function hasValues({ engine }: Connection, { row, own, values }: Indexed): boolean {
  const expected = new Set(own.map(([name, value]) => valueText(name, engine.indexValue(value))))
  const noted = row.indexes === null ? null : new Set((JSON.parse(row.indexes) as IndexRow[]).map(textOfRow))
  return (
    isDeepStrictEqual(expected, values) &&
    (noted === null || isDeepStrictEqual(noted, new Set(own.map(textOfRow)))) &&
    repeatedOf(own).every(({ column, value }) => row[column.text] === engine.indexValue(value))
  )
}

const valueText = (name: string, value: SqlValue): string => JSON.stringify([name, value])
const textOfRow = ([name, value]: IndexRow): string => JSON.stringify([name, value])

async function valuesOf(
  connection: Connection,
  seqs: readonly number[],
): Promise<ReadonlyMap<number, ReadonlySet<string>>> {
  const rows = await connection.rows<{ readonly seq: number; readonly name: string; readonly value: SqlValue }>(
    sql`SELECT seq, name, value FROM node_index WHERE seq IN ${among(seqs)}`,
  )
  const values = new Map<number, Set<string>>(seqs.map(seq => [seq, new Set()]))
  for (const { seq, name, value } of rows) values.get(seq)?.add(valueText(name, value))
  return values
}
