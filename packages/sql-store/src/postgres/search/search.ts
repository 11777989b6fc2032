import type { JsonObject } from '@plenum/core'
import type {
  CatalogQuery,
  Condition,
  Neighbours,
  Principals,
  ScanResult,
  SearchHit,
  SearchResult,
} from '@plenum/core/ports'
import type { CatalogReader } from '../../shared/content/contentReader.js'
import type { Kind } from '../../shared/search/kinds.js'
import { planQuery, type QueryPlan } from '../../shared/search/planQuery.js'
import { allOf, among, rowsOf, type Sql, sql } from '../../shared/sql.js'
import type { Hits } from '../../sqlite/search/hitsIn.js'
import type { Rows } from '../rows.js'
import { numberOf, storedValue, textStart } from '../storedValue.js'
import type { SearchedCatalog } from './broadHits.js'
import { compileCondition } from './conditions/compileCondition.js'
import { orderBy, sortColumns, sortTerms } from './conditions/sortTerms.js'
import { countByKinds } from './countByKinds.js'
import { hitsInOrder } from './hitsInOrder.js'
import { sortedPage, visibilityChecks } from './sortedPage.js'

/** A snapshot, and the kinds of objects in it. */
export interface Catalog extends SearchedCatalog {
  kinds(principals: Principals): Promise<readonly Kind[]>
}

/** The searches in a snapshot. The server does the work, so none of them needs time slices of this process. */
export const catalogReader = (catalog: Catalog): CatalogReader => ({
  search: query => search(catalog, query),
  countUpTo: (query, most) => countUpTo(catalog, query, most),
  neighbours: (index, number) => numbersBeside(catalog.connection, index, number),
  scan: query => scan(catalog, query),
})

const nothing: SearchResult = { total: 0, items: [] }

async function search(catalog: Catalog, query: CatalogQuery): Promise<SearchResult> {
  const { connection } = catalog
  const plan = planQuery(query, await catalog.kinds(query.principals))
  if (plan.kinds.length === 0) return nothing
  if (plan.otherConditions.length > 0) return await searchBroad(catalog, query, plan)
  const page = sortedPage(plan, query)
  if (page === null) return await searchRows(connection, query, plan)
  const total = await countByKinds(connection, plan)
  if (query.size === 0 || (query.start ?? 0) >= total) return { total, items: [] }
  const row = await connection.row<Texts>(sql`WITH page AS (${page}) SELECT ${entryTexts} AS texts`)
  return { total, items: entriesOf(row) }
}

async function searchBroad(catalog: Catalog, query: CatalogQuery, plan: QueryPlan): Promise<SearchResult> {
  const { connection } = catalog
  const hits = await hitsInOrder(catalog, query, plan)
  return hits
    ? { total: hits.total, items: await entriesAt(connection, hits.seqs) }
    : searchRows(connection, query, plan)
}

/** FROM and WHERE of a search, whose hits are rows `n` of nodes. */
function sourceOf(plan: QueryPlan): Sql {
  const ofKind = plan.share < 1 ? [sql`n.kind_id IN ${among(plan.kinds.map(({ id }) => id))}`] : []
  const conditions = distinct(plan.otherConditions).map(compileCondition)
  return sql`FROM node n WHERE ${allOf([...ofKind, ...visibilityChecks(plan), ...conditions])}`
}

/** Removes duplicate conditions. */
const distinct = (conditions: readonly Condition[]): Condition[] => [
  ...new Map(conditions.map(condition => [JSON.stringify(condition), condition])).values(),
]

async function searchRows(connection: Rows, query: CatalogQuery, plan: QueryPlan): Promise<SearchResult> {
  const { start = 0, size } = query
  const terms = sortTerms(query)
  const limit = size === undefined ? sql`` : sql`LIMIT ${size}`
  const row = await connection.row<Texts & { readonly total: number }>(sql`
    WITH hits AS MATERIALIZED (SELECT ${sortColumns(terms)} ${sourceOf(plan)}),
    page AS (
      SELECT seq, row_number() OVER (ORDER BY ${orderBy(terms)}) AS place
      FROM (SELECT * FROM hits ORDER BY ${orderBy(terms)} ${limit} OFFSET ${start}) AS first
    )
    SELECT (SELECT count(*) FROM hits) AS total, ${entryTexts} AS texts`)
  return { total: row?.total ?? 0, items: entriesOf(row) }
}

/** The number of hits, at most `limit`. */
async function countUpTo(catalog: Catalog, query: CatalogQuery, maxCount: number): Promise<number> {
  const plan = planQuery(query, await catalog.kinds(query.principals))
  if (plan.kinds.length === 0) return 0
  if (plan.otherConditions.length === 0) return Math.min(maxCount, await countByKinds(catalog.connection, plan))
  const row = await catalog.connection.row<{ total: number }>(
    sql`SELECT count(*) AS total FROM (SELECT 1 ${sourceOf(plan)} LIMIT ${maxCount}) AS hits`,
  )
  return row?.total ?? 0
}

/** The neighbours of a number in an index: each is the end of a range, which the database reads in order. */
async function numbersBeside(connection: Rows, index: string, number: number): Promise<Neighbours> {
  const at = storedValue(number)
  const row = await connection.row<{ before: string | null; after: string | null }>(sql`SELECT
    (SELECT max(i.value) FROM node_index i WHERE i.name = ${index} AND i.value <= ${at}) AS before,
    (SELECT min(i.value) FROM node_index i WHERE i.name = ${index} AND i.value > ${at} AND i.value < ${textStart}) AS after`)
  const [before, after] = [row?.before ?? null, row?.after ?? null]
  return { before: before === null ? null : numberOf(before), after: after === null ? null : numberOf(after) }
}

/** The sorted hits of a query in chunks. Selects all ids first, then reads the entries chunk by chunk. */
async function scan({ connection, kinds }: Catalog, query: CatalogQuery): Promise<ScanResult> {
  const plan = planQuery(query, await kinds(query.principals))
  const { total, seqs } = plan.kinds.length === 0 ? { total: 0, seqs: [] } : await hitsOf(connection, query, plan)
  return { total, chunks: chunksOf(connection, seqs) }
}

async function hitsOf(connection: Rows, query: CatalogQuery, plan: QueryPlan): Promise<Hits> {
  const { start = 0, size } = query
  const terms = sortTerms(query)
  const limit = size === undefined ? sql`` : sql`LIMIT ${size}`
  const row = await connection.row<{ total: number; seqs: string }>(sql`
    WITH hits AS MATERIALIZED (SELECT ${sortColumns(terms)} ${sourceOf(plan)})
    SELECT (SELECT count(*) FROM hits) AS total, array_to_json(ARRAY (
      SELECT seq FROM hits ORDER BY ${orderBy(terms)} ${limit} OFFSET ${start}
    ))::text AS seqs`)
  return { total: row?.total ?? 0, seqs: JSON.parse(row?.seqs ?? '[]') as number[] }
}

const chunkSize = 100

async function* chunksOf(connection: Rows, seqs: readonly number[]): AsyncGenerator<readonly SearchHit[]> {
  for (let start = 0; start < seqs.length; start += chunkSize)
    yield await entriesAt(connection, seqs.slice(start, start + chunkSize))
}

async function entriesAt(connection: Rows, seqs: readonly number[]): Promise<readonly SearchHit[]> {
  if (seqs.length === 0) return []
  return entriesOf(
    await connection.row<Texts>(sql`
      WITH page AS (SELECT value AS seq, row_number() OVER () AS place FROM ${rowsOf(seqs)}) SELECT ${entryTexts} AS texts`),
  )
}

interface Texts {
  readonly texts: string | null
}

/** The entries of the rows of `page` as one text: the driver takes longer for many rows than parsing the text does. */
const entryTexts: Sql = sql`(
  SELECT string_agg(json_build_array(n.uid, n.path, n.type, n.position)::text || ',' || e.columns, ',' ORDER BY page.place)
  FROM page JOIN node n ON n.seq = page.seq JOIN node_entry e ON e.seq = page.seq)`

type EntryHead = readonly [uid: string, path: string, type: string, position: number]

function entriesOf(row: Texts | undefined): SearchHit[] {
  const parts = JSON.parse(`[${row?.texts ?? ''}]`) as readonly (EntryHead | JsonObject)[]
  return Array.from({ length: parts.length / 2 }, (_, i) => {
    const [uid, path, type, position] = parts[2 * i] as EntryHead
    return { uid, path, type, position, columns: parts[2 * i + 1] as JsonObject }
  })
}
