import type { JsonObject } from '@plenum/core'
import type { CatalogQuery, Found, FoundEntry, Neighbours, Scanned } from '@plenum/core/ports'
import type { Connection } from '../connection.js'
import { type Sql, sql } from '../sql.js'
import { compileSort } from './compileSort.js'
import { compileSource } from './compileSource.js'

interface FoundRow {
  readonly uid: string
  readonly path: string
  readonly type: string
  readonly position: number
  readonly columns: string
}

/** The sorted hits of a query, and their total number. */
export function search(connection: Connection, query: CatalogQuery): Found {
  const { start = 0, size } = query
  const source = compileSource(query)
  if (size === 0) return { total: count(connection, source), items: [] }
  const rows = page(connection, source, query)
  const isLast = (start === 0 || rows.length > 0) && (size === undefined || rows.length < size)
  return { total: isLast ? start + rows.length : count(connection, source), items: rows.map(foundEntry) }
}

/** Without ORDER BY, so that SQLite stops after `most` hits. */
export function countUpTo(connection: Connection, query: CatalogQuery, most: number): number {
  return count(connection, sql`FROM (SELECT 1 ${compileSource(query)} LIMIT ${most})`)
}

/** The numbers of an index next to one, at both sides: each is the end of a range, which the database has in order. */
export function numbersBeside(connection: Connection, index: string, number: number): Neighbours {
  const [row] = connection.rows<Neighbours>(sql`SELECT
    (SELECT max(i.value) FROM node_index i WHERE i.name = ${index} AND i.value <= ${number}) AS before,
    (SELECT min(i.value) FROM node_index i WHERE i.name = ${index} AND i.value > ${number} AND i.value < '') AS after`)
  return { before: row?.before ?? null, after: row?.after ?? null }
}

/** The sorted hits of a query in batches. It selects all ids first, then reads the entries batch by batch. */
export function scan(connection: Connection, query: CatalogQuery): Scanned {
  const { start = 0, size = -1 } = query
  const source = compileSource(query)
  const seqs = connection
    .rows<{ seq: number }>(sql`
      SELECT n.seq ${source} ORDER BY ${compileSort(query)} LIMIT ${size} OFFSET ${start}`)
    .map(({ seq }) => seq)
  const isAll = start === 0 && (size < 0 || seqs.length < size)
  return { total: isAll ? seqs.length : count(connection, source), stretches: stretchesOf(connection, seqs) }
}

const entriesAtOnce = 100

async function* stretchesOf(connection: Connection, seqs: readonly number[]): AsyncGenerator<readonly FoundEntry[]> {
  for (let start = 0; start < seqs.length; start += entriesAtOnce) {
    const part = seqs.slice(start, start + entriesAtOnce)
    yield connection
      .rows<FoundRow>(sql`
        SELECT n.uid, n.path, n.type, n.position, ${columns} FROM json_each(${JSON.stringify(part)}) j
        CROSS JOIN node n ON n.seq = j.value ORDER BY j.key`)
      .map(foundEntry)
  }
}

// A subquery, so that the large columns are read only for the hits of the page.
const columns = sql`(SELECT e.columns FROM node_entry e WHERE e.seq = n.seq) AS columns`

function page(connection: Connection, source: Sql, query: CatalogQuery): FoundRow[] {
  const { start = 0, size = -1 } = query
  return connection.rows<FoundRow>(sql`
    SELECT n.uid, n.path, n.type, n.position, ${columns} ${source}
    ORDER BY ${compileSort(query)} LIMIT ${size} OFFSET ${start}`)
}

function count(connection: Connection, source: Sql): number {
  return connection.rows<{ total: number }>(sql`SELECT count(*) AS total ${source}`)[0]?.total ?? 0
}

function foundEntry({ uid, path, type, position, columns }: FoundRow): FoundEntry {
  return { uid, path, type, position, columns: JSON.parse(columns) as JsonObject }
}
