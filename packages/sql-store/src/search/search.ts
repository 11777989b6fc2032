import type { JsonObject, Turn } from '@plenum/core'
import type { CatalogQuery, Found, FoundEntry, Neighbours, Principals, Scanned } from '@plenum/core/ports'
import type { CatalogReader } from '../contentReader.js'
import { type Sql, sql } from '../sql.js'
import type { SqliteConnection, SqliteRows } from '../sqlite/connect.js'
import { countByKinds } from './countedHits.js'
import { countHits, findHits } from './findHits.js'
import type { Kind } from './kinds.js'
import { type Asked, readQuery } from './readQuery.js'
import { sortedPage } from './sortedPage.js'

/** A snapshot, and the kinds of objects in it. */
export interface Catalog {
  readonly connection: SqliteConnection
  kinds(principals: Principals): readonly Kind[]
}

/** The searches in a snapshot. */
export const catalogReader = (catalog: Catalog): CatalogReader => ({
  search: (query, turn) => search(catalog, query, turn),
  countUpTo: (query, most) => countUpTo(catalog, query, most),
  beside: async (index, number) => numbersBeside(catalog.connection, index, number),
  scan: (query, turn) => scan(catalog, query, turn),
})

const endless: Turn = { isOver: () => false, next: async () => {} }

/** The sorted hits of a query, and their total number. */
export async function search(catalog: Catalog, query: CatalogQuery, turn: Turn = endless): Promise<Found> {
  const { connection } = catalog
  const asked = readQuery(query, catalog.kinds(query.principals))
  if (asked.kinds.length === 0) return { total: 0, items: [] }
  if (asked.others.length > 0) return found(connection, await findHits({ connection, query, asked, turn }))
  const total = countByKinds(connection, asked)
  if (query.size === 0 || (query.start ?? 0) >= total) return { total, items: [] }
  const page = sortedPage(asked, query)
  if (page === null) return found(connection, await findHits({ connection, query, asked, turn }))
  return { total, items: entries(connection, sql`(${page.rows}) h CROSS JOIN node n ON n.seq = h.seq`, page.by) }
}

/** The number of hits, at most `limit`. */
async function countUpTo(catalog: Catalog, query: CatalogQuery, most: number): Promise<number> {
  const { connection } = catalog
  const asked = readQuery(query, catalog.kinds(query.principals))
  if (asked.kinds.length === 0) return 0
  if (asked.others.length > 0) return countHits({ connection, query, asked, turn: endless }, most)
  return Math.min(most, countByKinds(connection, asked))
}

/** The neighbours of a number in an index: each is the end of a range, which the database reads in order. */
function numbersBeside(connection: SqliteRows, index: string, number: number): Neighbours {
  const [row] = connection.rows<Neighbours>(sql`SELECT
    (SELECT max(i.value) FROM node_index i WHERE i.name = ${index} AND i.value <= ${number}) AS before,
    (SELECT min(i.value) FROM node_index i WHERE i.name = ${index} AND i.value > ${number} AND i.value < '') AS after`)
  return { before: row?.before ?? null, after: row?.after ?? null }
}

/** The sorted hits of a query in chunks. Selects all ids first, then reads the entries chunk by chunk. */
async function scan(catalog: Catalog, query: CatalogQuery, turn: Turn = endless): Promise<Scanned> {
  const { connection } = catalog
  const asked = readQuery(query, catalog.kinds(query.principals))
  const { total, seqs } = await hitsOf({ connection, query, asked, turn })
  return { total, stretches: stretchesOf(connection, seqs) }
}

function hitsOf(search: { connection: SqliteConnection; query: CatalogQuery; asked: Asked; turn: Turn }) {
  return search.asked.kinds.length === 0 ? { total: 0, seqs: [] } : findHits(search)
}

const entriesAtOnce = 100

async function* stretchesOf(connection: SqliteRows, seqs: readonly number[]): AsyncGenerator<readonly FoundEntry[]> {
  for (let start = 0; start < seqs.length; start += entriesAtOnce)
    yield entriesOf(connection, seqs.slice(start, start + entriesAtOnce))
}

function found(connection: SqliteRows, { total, seqs }: { total: number; seqs: readonly number[] }): Found {
  return { total, items: entriesOf(connection, seqs) }
}

function entriesOf(connection: SqliteRows, seqs: readonly number[]): FoundEntry[] {
  if (seqs.length === 0) return []
  return entries(connection, sql`json_each(${JSON.stringify(seqs)}) h CROSS JOIN node n ON n.seq = h.value`, sql`h.key`)
}

type Place = readonly [uid: string, path: string, type: string, position: number]

/**
 * The entries of the rows `n` of nodes, in an order. They come as one text, because the driver takes longer for the
 * values of 25 rows than parsing them all together.
 */
function entries(connection: SqliteRows, from: Sql, order: Sql): FoundEntry[] {
  const [row] = connection.rows<{ texts: string | null }>(sql`
    SELECT group_concat(text) AS texts FROM (
      SELECT json_array(n.uid, n.path, n.type, n.position) || ',' || (
        SELECT e.columns FROM node_entry e WHERE e.seq = n.seq
      ) AS text FROM ${from} ORDER BY ${order})`)
  const parts = JSON.parse(`[${row?.texts ?? ''}]`) as readonly (Place | JsonObject)[]
  return Array.from({ length: parts.length / 2 }, (_, i) => {
    const [uid, path, type, position] = parts[2 * i] as Place
    return { uid, path, type, position, columns: parts[2 * i + 1] as JsonObject }
  })
}
