import type { JsonObject, TimeSlice } from '@plenum/core'
import {
  type CatalogQuery,
  type ContentReader,
  createLruCache,
  type Neighbours,
  type Principals,
  type SearchHit,
  type SearchResult,
} from '@plenum/core/ports'
import { endless } from '../endless.js'
import { type Connection, type SqlValue, sql } from '../sql.js'
import { countByKinds } from './countByKinds.js'
import { type Kind, planQuery, type QueryPlan } from './planQuery.js'

export interface Catalog<C extends Connection> {
  readonly connection: C
  kinds(principals: Principals): Promise<readonly Kind[]>
}

export interface Search<C extends Connection> {
  readonly connection: C
  readonly query: CatalogQuery
  readonly plan: QueryPlan
  readonly slice: TimeSlice
}

export interface Hits {
  readonly total: number
  readonly seqs: readonly number[]
}

/**
 * The parts of a search that differ between the databases. The methods are only called for plans with at least one
 * kind.
 */
export interface SearchReads<C extends Connection> {
  /**
   * Returns a function that uses an index to read a page of all objects with the plan's kinds. Returns null if no index
   * provides the sort order.
   */
  indexedPage(search: Search<C>): (() => Promise<readonly SearchHit[]>) | null
  page(search: Search<C>): Promise<SearchResult>
  hits(search: Search<C>): Promise<Hits>
  count(search: Search<C>, limit: number): Promise<number>
  entries(connection: C, seqs: readonly number[]): Promise<readonly SearchHit[]>
}

export type CatalogReader = Pick<ContentReader, 'search' | 'countUpTo' | 'neighbours' | 'scan'>

export function catalogReader<C extends Connection>(
  { connection, kinds }: Catalog<C>,
  reads: SearchReads<C>,
): CatalogReader {
  const searchFor = async (query: CatalogQuery, slice: TimeSlice = endless): Promise<Search<C>> => {
    return { connection, query, slice, plan: planQuery(query, await kinds(query.principals)) }
  }
  return {
    search: async (query, slice) => search(await searchFor(query, slice), reads),
    countUpTo: async (query, limit) => countUpTo(await searchFor(query), limit, reads),
    neighbours: (index, number) => nearestNumbers(connection, index, number),
    scan: async (query, slice) => {
      const search = await searchFor(query, slice)
      const { total, seqs } = search.plan.kinds.length === 0 ? { total: 0, seqs: [] } : await reads.hits(search)
      return { total, chunks: chunksOf(connection, seqs, reads) }
    },
  }
}

async function search<C extends Connection>(search: Search<C>, reads: SearchReads<C>): Promise<SearchResult> {
  const { connection, query, plan } = search
  if (plan.kinds.length === 0) return { total: 0, items: [] }
  if (plan.otherConditions.length > 0) return reads.page(search)
  const total = await countByKinds(connection, plan)
  if (query.size === 0 || (query.start ?? 0) >= total) return { total, items: [] }
  const readPage = reads.indexedPage(search)
  return readPage ? { total, items: await readPage() } : reads.page(search)
}

async function countUpTo<C extends Connection>(
  search: Search<C>,
  limit: number,
  reads: SearchReads<C>,
): Promise<number> {
  const { connection, plan } = search
  if (plan.kinds.length === 0) return 0
  return plan.otherConditions.length > 0
    ? reads.count(search, limit)
    : Math.min(limit, await countByKinds(connection, plan))
}

/**
 * Returns the indexed numbers that are nearest to a number. Each nearest number is at an end of an index range, so the
 * database reads only one entry for each of them.
 */
async function nearestNumbers(connection: Connection, index: string, number: number): Promise<Neighbours> {
  const { indexValue, numberOf } = connection.engine
  const at = indexValue(number)
  const row = await connection.row<{ before: SqlValue; after: SqlValue }>(sql`SELECT
    (SELECT max(i.value) FROM node_index i WHERE i.name = ${index} AND i.value <= ${at}) AS before,
    (SELECT min(i.value) FROM node_index i WHERE i.name = ${index} AND i.value > ${at} AND i.value < ${indexValue('')}) AS after`)
  return { before: numberOf(row?.before ?? null), after: numberOf(row?.after ?? null) }
}

const chunkSize = 100

/** Yields the hits with the given `seq` values in chunks. */
async function* chunksOf<C extends Connection>(connection: C, seqs: readonly number[], reads: SearchReads<C>) {
  for (let start = 0; start < seqs.length; start += chunkSize)
    yield await reads.entries(connection, seqs.slice(start, start + chunkSize))
}

type EntryHead = readonly [uid: string, path: string, type: string, position: number]

/**
 * Parses the entries of hits. Each entry consists of a head and columns, separated by a comma. The database returns all
 * entries as one string, because reading many rows through the driver takes longer than parsing the string.
 */
function parseEntries(text: string): readonly SearchHit[] {
  const parts = JSON.parse(`[${text}]`) as readonly (EntryHead | JsonObject)[]
  return Array.from({ length: parts.length / 2 }, (_, i) => {
    const [uid, path, type, position] = parts[2 * i] as EntryHead
    return { uid, path, type, position, columns: parts[2 * i + 1] as JsonObject }
  })
}

/** The estimated memory size of parsed entries and their string, in bytes per character. */
const bytesOfCharacter = 6

const entriesByText = createLruCache<readonly SearchHit[]>({ entries: 2000, bytes: 8 * 1024 * 1024 }, () => 0)

/**
 * Parses entries, and caches them by their string. If a search returns the same entries again after another object
 * has changed, values derived from the entries remain cached. Do not modify the result.
 */
export function entriesIn(text: string | null): readonly SearchHit[] {
  if (!text) return []
  const cached = entriesByText.get(text)
  if (cached) return cached.value
  const value = parseEntries(text)
  const bytes = text.length * bytesOfCharacter
  if (value.length <= chunkSize)
    entriesByText.set(text, { value, bytes, owner: '', lifetime: Number.POSITIVE_INFINITY })
  return value
}
