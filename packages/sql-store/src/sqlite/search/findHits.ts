import type { Hits } from '../../shared/search/catalogReader.js'
import { visibleCount } from '../../shared/search/planQuery.js'
import { maxEnd } from '../../shared/search/sortOrder.js'
import { sql } from '../../shared/sql.js'
import { compileSource } from './compileSource.js'
import { everything, hasMany, maxAtOnce } from './conditions/chunks.js'
import { gatherTexts, isAny, isBroad, isUnordered } from './gatherTexts.js'
import { hitsIn, type Search } from './hitsIn.js'
import { hitsInChunks } from './hitsInChunks.js'
import { hitsInOrder, orderIn } from './hitsInOrder.js'

/**
 * Finds the hits of a search by checking all candidates that one condition finds. Many candidates are checked in
 * chunks, with one time slice per chunk. If an index has the sort order, the chunks only determine the hits.
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
