import { isDeepStrictEqual } from 'node:util'
import type { CatalogEntry, ExpectedEntry } from '@plenum/core/ports'
import type { IndexRow } from '../indexValues.js'
import { duplicatesOf, holdersText, indexRows, kindText } from '../rows/indexRows.js'
import { digestOfWords, inTextIndex, wordLists } from '../rows/wordRows.js'
import { among, type Connection, list, type Sql, type SqlValue, sql } from '../sql.js'

type Expected = Pick<ExpectedEntry, 'uid' | 'entry'>

/** The stored entry of an object, without its index rows. A value is null if its row is missing. */
interface StoredEntry {
  readonly uid: string
  readonly seq: number
  readonly holders: string | null
  readonly kind: string | null
  readonly columns: string | null
  readonly indexes: string | null
  readonly digest: string | null
  readonly [column: string]: SqlValue
}

const duplicateColumns: readonly Sql[] = duplicatesOf([]).map(({ column }) => sql`n.${column}`)

export async function differingEntries(
  connection: Connection,
  expected: readonly Expected[],
): Promise<readonly string[]> {
  const rows = await connection.rows<StoredEntry>(sql`
    SELECT n.uid, n.seq, a.holders, k.value_list AS kind, e.columns, e.indexes, e.words_digest AS digest, ${list(duplicateColumns)}
    FROM node n LEFT JOIN access a ON a.id = n.access_id LEFT JOIN kind k ON k.id = n.kind_id
      LEFT JOIN node_entry e ON e.seq = n.seq
    WHERE n.uid IN ${among(expected.map(({ uid }) => uid))}`)
  const stored = new Map(rows.map(row => [row.uid, row]))
  const seqs = rows.map(({ seq }) => seq)
  const [values, indexedSeqs] = [await valuesOf(connection, seqs), await inTextIndex(connection, seqs)]
  const isSame = ({ uid, entry }: Expected): boolean => {
    const row = stored.get(uid)
    if (!row) return false
    const expectedRows = indexRows(entry.indexes)
    return (
      hasFacts(row, entry, expectedRows) &&
      hasValues(connection, { row, expectedRows, values: values.get(row.seq) ?? new Set() }) &&
      row.digest === digestOfWords(entry) &&
      indexedSeqs.has(row.seq) === wordLists(entry).some(words => words.length > 0)
    )
  }
  return expected.filter(candidate => !isSame(candidate)).map(({ uid }) => uid)
}

function hasFacts(
  { holders, kind, columns }: StoredEntry,
  entry: CatalogEntry,
  expectedRows: readonly IndexRow[],
): boolean {
  return (
    holders === holdersText(entry.holders) &&
    kind === kindText(expectedRows) &&
    columns !== null &&
    isDeepStrictEqual(JSON.parse(columns), JSON.parse(JSON.stringify(entry.columns)))
  )
}

interface Indexed {
  readonly row: StoredEntry
  readonly expectedRows: readonly IndexRow[]
  readonly values: ReadonlySet<string>
}

/**
 * Whether all copies of the index values are correct: the rows, the columns of the node, and the string with which new
 * values are compared.
 */
function hasValues({ engine }: Connection, { row, expectedRows, values }: Indexed): boolean {
  const expected = new Set(expectedRows.map(([name, value]) => valueText(name, engine.indexValue(value))))
  const recorded = row.indexes === null ? null : new Set((JSON.parse(row.indexes) as IndexRow[]).map(textOfRow))
  return (
    isDeepStrictEqual(expected, values) &&
    (recorded === null || isDeepStrictEqual(recorded, new Set(expectedRows.map(textOfRow)))) &&
    duplicatesOf(expectedRows).every(({ column, value }) => row[column.text] === engine.indexValue(value))
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
