import type { CatalogQuery } from '@plenum/core/ports'
import { sortColumn } from '../../shared/indexValues.js'
import type { Hits } from '../../shared/search/catalogReader.js'
import { sortColumns, sortTerms, type Term } from '../../shared/search/conditions/sortTerms.js'
import { countInactive } from '../../shared/search/countByKinds.js'
import { visibleCount } from '../../shared/search/planQuery.js'
import { maxEnd } from '../../shared/search/sortOrder.js'
import { oneOf, type Sql, type SqlValue, sql } from '../../shared/sql.js'
import { compileSource, type Source } from './compileSource.js'
import { chunksOf, everything, hasMany, type KeyedRows, maxAtOnce, type SearchScope } from './conditions/chunks.js'
import { dialectIn } from './conditions/compileCondition.js'
import { gatherTexts, isAny, isBroad, isUnordered } from './gatherTexts.js'
import { hitsIn, hitsOf, type Range, type Search, sortedSeqs } from './hitsIn.js'
import { hitsInOrder, orderIn } from './hitsInOrder.js'

/**
 * Finds the hits of a search by checking all candidates that one condition finds. Many candidates are checked in
 * chunks, with one time slice per chunk. If an index provides the sort order, the chunks only determine the hits.
 * Otherwise, the hits in the chunks are also sorted.
 */
export async function findHits(search: Search): Promise<Hits> {
  const { connection, query, plan } = search
  const { start = 0, size } = query
  const scope = await gatherTexts(search, everything, isBroad)
  const { keyedRows, rows } = compileSource(plan, scope)
  const findAtOnce = () => hitsIn(search, { rows, scope, start, size: size ?? -1 })
  if (size === undefined || start + size > maxEnd || keyedRows === null || visibleCount(plan.kinds) < maxAtOnce)
    return findAtOnce()
  const page = { start, size }
  const order = orderIn(search)
  if (!hasMany(connection, keyedRows, maxAtOnce))
    return order ? hitsInOrder(search, { keyedRows: null, scope, order }, page) : findAtOnce()
  const fullScope = await gatherTexts(search, scope, keyedRows.paths ? isAny : isUnordered)
  // The gathered hits are read from their temporary table, because searching the text index again would take longer.
  const walk = { keyedRows: compileSource(plan, fullScope).keyedRows ?? keyedRows, scope: fullScope }
  return order ? hitsInOrder(search, { ...walk, order }, page) : hitsInChunks(search, walk, page)
}

export async function countHits(search: Search, limit: number): Promise<number> {
  const { seqs } = compileSource(search.plan, await gatherTexts(search, everything, isBroad))
  const rows = sql`SELECT 1 ${seqs(null)} LIMIT ${limit}`
  return search.connection.row<{ total: number }>(sql`SELECT count(*) AS total FROM (${rows})`)?.total ?? 0
}

type Values = readonly SqlValue[]

interface Walk {
  readonly keyedRows: KeyedRows
  readonly scope: SearchScope
}

/**
 * The number of objects in the first chunk. This chunk is small, so that the page is full early and most later hits can
 * be excluded.
 */
const firstChunk = 250

/**
 * Collects the hits of a page in chunks, with one time slice per chunk. When the page is full, only hits that sort
 * before its last hit are collected.
 */
async function hitsInChunks(search: Search, { keyedRows, scope }: Walk, range: Range): Promise<Hits> {
  const { connection, query, plan, slice } = search
  const needsDates = (await countInactive(connection, plan)) > 0
  const source = compileSource(needsDates ? plan : { ...plan, active: null }, scope)
  const rows = needsColumns(query) ? source.rows : source.seqs
  const firstPages = { start: 0, size: range.start + range.size }
  const isBackward = sortTerms(query, dialectIn(scope))[0]?.descending ?? false
  let best: readonly number[] = []
  let last: Values | null = null
  let total = 0
  for (const chunk of chunksOf(connection, keyedRows, { first: firstChunk, isBackward })) {
    if (slice.isOver()) await slice.next()
    const chunkScope = { ...scope, chunk }
    const hits: Hits = last
      ? hitsUpTo(search, { rows, scope: chunkScope, last })
      : hitsIn(search, { rows, scope: chunkScope, ...firstPages })
    total += hits.total
    if (hits.seqs.length === 0) continue
    best =
      last === null && best.length === 0
        ? hits.seqs
        : sortedSeqs(search, [...best, ...hits.seqs], { scope, ...firstPages })
    last = best.length < firstPages.size ? null : valuesOf(search, scope, best.at(-1) ?? 0)
  }
  return { total, seqs: best.slice(range.start) }
}

/**
 * Returns the hits in a chunk that sort at or before the last hit of the page, and the total number of hits in the
 * chunk.
 */
function hitsUpTo(
  { connection, query }: Search,
  { rows, scope, last }: { readonly rows: Source['rows']; readonly scope: SearchScope; readonly last: Values },
): Hits {
  const isCandidate = sortsUpTo(sortTerms(query, dialectIn(scope)), last)
  const row = connection.row<{ total: number; seqs: string }>(sql`
    SELECT count(*) AS total, json_group_array(n.seq) FILTER (WHERE ${isCandidate}) AS seqs ${rows(scope.chunk)}`)
  return hitsOf(row)
}

function valuesOf({ connection, query }: Search, scope: SearchScope, seq: number): Values {
  const terms = sortTerms(query, dialectIn(scope))
  const row = connection.row<Record<string, SqlValue>>(
    sql`SELECT ${sortColumns(terms)} FROM node n WHERE n.seq = ${seq}`,
  )
  return terms.map((_, i) => row?.[`k${i}`] ?? null)
}

/** Whether the sort keys are columns of the table `node` instead of rows of index values. */
const needsColumns = ({ sort = [] }: CatalogQuery): boolean =>
  sort.some(({ by }) => ['path', 'position', 'relevance'].includes(by) || sortColumn(by) !== undefined)

/** Returns the condition that a row sorts at or before the given values of the sort terms. */
function sortsUpTo([first, ...more]: readonly Term[], [value = null, ...values]: readonly SqlValue[]): Sql {
  if (first === undefined) return sql`1`
  const equal = sql`(${first.value} IS ${value} AND ${sortsUpTo(more, values)})`
  return oneOf([...before(first, value), equal])
}

/**
 * Returns the condition that a row sorts before the given value of a sort term. SQLite sorts missing values before
 * all other values.
 */
function before({ value: key, descending }: Term, value: SqlValue): readonly Sql[] {
  if (value === null) return descending ? [sql`${key} IS NOT NULL`] : []
  return descending ? [sql`${key} > ${value}`] : [sql`(${key} < ${value} OR ${key} IS NULL)`]
}
