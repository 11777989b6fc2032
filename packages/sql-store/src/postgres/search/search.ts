import type { JsonObject } from '@plenum/core'
import type { CatalogQuery, Condition, Found, FoundEntry, Neighbours, Principals, Scanned } from '@plenum/core/ports'
import type { CatalogReader } from '../../contentReader.js'
import type { Hits } from '../../search/hitsIn.js'
import type { Kind } from '../../search/kinds.js'
import { type Asked, readQuery } from '../../search/readQuery.js'
import { allOf, among, rowsOf, type Sql, sql } from '../../sql.js'
import type { Rows } from '../engine.js'
import { numberOf, storedValue, textStart } from '../storedValue.js'
import type { Searched } from './broadHits.js'
import { compileCondition } from './compileCondition.js'
import { countByKinds } from './countByKinds.js'
import { hitsInOrder } from './hitsInOrder.js'
import { checksOf, sortedPage } from './sortedPage.js'
import { orderBy, sortColumns, sortTerms } from './sortTerms.js'

/** A snapshot, and the kinds of objects in it. */
export interface Catalog extends Searched {
  kinds(principals: Principals): Promise<readonly Kind[]>
}

/** The searches in a snapshot. The server does the work, so none of them needs time slices of this process. */
export const catalogReader = (catalog: Catalog): CatalogReader => ({
  search: query => search(catalog, query),
  countUpTo: (query, most) => countUpTo(catalog, query, most),
  beside: (index, number) => numbersBeside(catalog.connection, index, number),
  scan: query => scan(catalog, query),
})

const nothing: Found = { total: 0, items: [] }

async function search(catalog: Catalog, query: CatalogQuery): Promise<Found> {
  const { connection } = catalog
  const asked = readQuery(query, await catalog.kinds(query.principals))
  if (asked.kinds.length === 0) return nothing
  if (asked.others.length > 0) return await foundWith(catalog, query, asked)
  const page = sortedPage(asked, query)
  if (page === null) return await foundBy(connection, query, asked)
  const total = await countByKinds(connection, asked)
  if (query.size === 0 || (query.start ?? 0) >= total) return { total, items: [] }
  const row = await connection.row<Texts>(sql`WITH page AS (${page}) SELECT ${entryTexts} AS texts`)
  return { total, items: entriesOf(row) }
}

async function foundWith(catalog: Catalog, query: CatalogQuery, asked: Asked): Promise<Found> {
  const { connection } = catalog
  const hits = await hitsInOrder(catalog, query, asked)
  return hits ? { total: hits.total, items: await entriesAt(connection, hits.seqs) } : foundBy(connection, query, asked)
}

/** FROM and WHERE of a search, whose hits are rows `n` of nodes. */
function sourceOf(asked: Asked): Sql {
  const ofKind = asked.share < 1 ? [sql`n.kind_id IN ${among(asked.kinds.map(({ id }) => id))}`] : []
  const conditions = unlike(asked.others).map(compileCondition)
  return sql`FROM node n WHERE ${allOf([...ofKind, ...checksOf(asked), ...conditions])}`
}

/** Removes duplicate conditions. */
const unlike = (conditions: readonly Condition[]): Condition[] => [
  ...new Map(conditions.map(condition => [JSON.stringify(condition), condition])).values(),
]

async function foundBy(connection: Rows, query: CatalogQuery, asked: Asked): Promise<Found> {
  const { start = 0, size } = query
  const terms = sortTerms(query)
  const limit = size === undefined ? sql`` : sql`LIMIT ${size}`
  const row = await connection.row<Texts & { readonly total: number }>(sql`
    WITH hits AS MATERIALIZED (SELECT ${sortColumns(terms)} ${sourceOf(asked)}),
    page AS (
      SELECT seq, row_number() OVER (ORDER BY ${orderBy(terms)}) AS place
      FROM (SELECT * FROM hits ORDER BY ${orderBy(terms)} ${limit} OFFSET ${start}) AS first
    )
    SELECT (SELECT count(*) FROM hits) AS total, ${entryTexts} AS texts`)
  return { total: row?.total ?? 0, items: entriesOf(row) }
}

/** The number of hits, at most `limit`. */
async function countUpTo(catalog: Catalog, query: CatalogQuery, most: number): Promise<number> {
  const asked = readQuery(query, await catalog.kinds(query.principals))
  if (asked.kinds.length === 0) return 0
  if (asked.others.length === 0) return Math.min(most, await countByKinds(catalog.connection, asked))
  const row = await catalog.connection.row<{ total: number }>(
    sql`SELECT count(*) AS total FROM (SELECT 1 ${sourceOf(asked)} LIMIT ${most}) AS hits`,
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
async function scan({ connection, kinds }: Catalog, query: CatalogQuery): Promise<Scanned> {
  const asked = readQuery(query, await kinds(query.principals))
  const { total, seqs } = asked.kinds.length === 0 ? { total: 0, seqs: [] } : await hitsOf(connection, query, asked)
  return { total, stretches: stretchesOf(connection, seqs) }
}

async function hitsOf(connection: Rows, query: CatalogQuery, asked: Asked): Promise<Hits> {
  const { start = 0, size } = query
  const terms = sortTerms(query)
  const limit = size === undefined ? sql`` : sql`LIMIT ${size}`
  const row = await connection.row<{ total: number; seqs: string }>(sql`
    WITH hits AS MATERIALIZED (SELECT ${sortColumns(terms)} ${sourceOf(asked)})
    SELECT (SELECT count(*) FROM hits) AS total, array_to_json(ARRAY (
      SELECT seq FROM hits ORDER BY ${orderBy(terms)} ${limit} OFFSET ${start}
    ))::text AS seqs`)
  return { total: row?.total ?? 0, seqs: JSON.parse(row?.seqs ?? '[]') as number[] }
}

const entriesAtOnce = 100

async function* stretchesOf(connection: Rows, seqs: readonly number[]): AsyncGenerator<readonly FoundEntry[]> {
  for (let start = 0; start < seqs.length; start += entriesAtOnce)
    yield await entriesAt(connection, seqs.slice(start, start + entriesAtOnce))
}

async function entriesAt(connection: Rows, seqs: readonly number[]): Promise<readonly FoundEntry[]> {
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

type Place = readonly [uid: string, path: string, type: string, position: number]

function entriesOf(row: Texts | undefined): FoundEntry[] {
  const parts = JSON.parse(`[${row?.texts ?? ''}]`) as readonly (Place | JsonObject)[]
  return Array.from({ length: parts.length / 2 }, (_, i) => {
    const [uid, path, type, position] = parts[2 * i] as Place
    return { uid, path, type, position, columns: parts[2 * i + 1] as JsonObject }
  })
}
