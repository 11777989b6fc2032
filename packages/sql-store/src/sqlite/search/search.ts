import type { JsonObject, TimeSlice } from '@plenum/core'
import type { CatalogQuery, Neighbours, Principals, ScanResult, SearchHit, SearchResult } from '@plenum/core/ports'
import type { CatalogReader } from '../../shared/content/contentReader.js'
import type { Kind } from '../../shared/search/kinds.js'
import { planQuery, type QueryPlan } from '../../shared/search/planQuery.js'
import { type Sql, sql } from '../../shared/sql.js'
import type { SqliteConnection, SqliteRows } from '../rows.js'
import { countByKinds } from './countByKinds.js'
import { countHits, findHits } from './findHits.js'
import { sortedPage } from './sortedPage.js'

/** A snapshot, and the kinds of objects in it. */
export interface Catalog {
  readonly connection: SqliteConnection
  kinds(principals: Principals): readonly Kind[]
}

/** The searches in a snapshot. */
export const catalogReader = (catalog: Catalog): CatalogReader => ({
  search: (query, slice) => search(catalog, query, slice),
  countUpTo: (query, most) => countUpTo(catalog, query, most),
  neighbours: async (index, number) => numbersBeside(catalog.connection, index, number),
  scan: (query, slice) => scan(catalog, query, slice),
})

const endless: TimeSlice = { isOver: () => false, next: async () => {} }

/** The sorted hits of a query, and their total number. */
export async function search(catalog: Catalog, query: CatalogQuery, slice: TimeSlice = endless): Promise<SearchResult> {
  const { connection } = catalog
  const plan = planQuery(query, catalog.kinds(query.principals))
  if (plan.kinds.length === 0) return { total: 0, items: [] }
  if (plan.otherConditions.length > 0) return pageOf(connection, await findHits({ connection, query, plan, slice }))
  const total = countByKinds(connection, plan)
  if (query.size === 0 || (query.start ?? 0) >= total) return { total, items: [] }
  const page = sortedPage(plan, query)
  if (page === null) return pageOf(connection, await findHits({ connection, query, plan, slice }))
  return { total, items: entries(connection, sql`(${page.rows}) h CROSS JOIN node n ON n.seq = h.seq`, page.by) }
}

/** The number of hits, at most `limit`. */
async function countUpTo(catalog: Catalog, query: CatalogQuery, limit: number): Promise<number> {
  const { connection } = catalog
  const plan = planQuery(query, catalog.kinds(query.principals))
  if (plan.kinds.length === 0) return 0
  if (plan.otherConditions.length > 0) return countHits({ connection, query, plan, slice: endless }, limit)
  return Math.min(limit, countByKinds(connection, plan))
}

/** The neighbours of a number in an index: each is the end of a range, which the database reads in order. */
function numbersBeside(connection: SqliteRows, index: string, number: number): Neighbours {
  const [row] = connection.rows<Neighbours>(sql`SELECT
    (SELECT max(i.value) FROM node_index i WHERE i.name = ${index} AND i.value <= ${number}) AS before,
    (SELECT min(i.value) FROM node_index i WHERE i.name = ${index} AND i.value > ${number} AND i.value < '') AS after`)
  return { before: row?.before ?? null, after: row?.after ?? null }
}

/** The sorted hits of a query in chunks. Selects all ids first, then reads the entries chunk by chunk. */
async function scan(catalog: Catalog, query: CatalogQuery, slice: TimeSlice = endless): Promise<ScanResult> {
  const { connection } = catalog
  const plan = planQuery(query, catalog.kinds(query.principals))
  const { total, seqs } = await hitsOf({ connection, query, plan, slice })
  return { total, chunks: chunksOf(connection, seqs) }
}

function hitsOf(search: { connection: SqliteConnection; query: CatalogQuery; plan: QueryPlan; slice: TimeSlice }) {
  return search.plan.kinds.length === 0 ? { total: 0, seqs: [] } : findHits(search)
}

const chunkSize = 100

async function* chunksOf(connection: SqliteRows, seqs: readonly number[]): AsyncGenerator<readonly SearchHit[]> {
  for (let start = 0; start < seqs.length; start += chunkSize)
    yield entriesOf(connection, seqs.slice(start, start + chunkSize))
}

function pageOf(connection: SqliteRows, { total, seqs }: { total: number; seqs: readonly number[] }): SearchResult {
  return { total, items: entriesOf(connection, seqs) }
}

function entriesOf(connection: SqliteRows, seqs: readonly number[]): SearchHit[] {
  if (seqs.length === 0) return []
  return entries(connection, sql`json_each(${JSON.stringify(seqs)}) h CROSS JOIN node n ON n.seq = h.value`, sql`h.key`)
}

type EntryHead = readonly [uid: string, path: string, type: string, position: number]

/**
 * The entries of the rows `n` of nodes, in an order. They come as one text, because the driver takes longer for the
 * values of 25 rows than parsing them all together.
 */
function entries(connection: SqliteRows, from: Sql, order: Sql): SearchHit[] {
  const [row] = connection.rows<{ texts: string | null }>(sql`
    SELECT group_concat(text) AS texts FROM (
      SELECT json_array(n.uid, n.path, n.type, n.position) || ',' || (
        SELECT e.columns FROM node_entry e WHERE e.seq = n.seq
      ) AS text FROM ${from} ORDER BY ${order})`)
  const parts = JSON.parse(`[${row?.texts ?? ''}]`) as readonly (EntryHead | JsonObject)[]
  return Array.from({ length: parts.length / 2 }, (_, i) => {
    const [uid, path, type, position] = parts[2 * i] as EntryHead
    return { uid, path, type, position, columns: parts[2 * i + 1] as JsonObject }
  })
}
