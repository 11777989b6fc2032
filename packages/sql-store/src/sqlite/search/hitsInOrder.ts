import type { Hits } from '../../shared/search/catalogReader.js'
import { inactiveOf } from '../../shared/search/countByKinds.js'
import { firstByWalk } from '../../shared/search/firstByWalk.js'
import { isExcluded, objectCount, type QueryPlan } from '../../shared/search/planQuery.js'
import { createSeqSet, type SeqSet } from '../../shared/search/seqSet.js'
import { maxMerged, type Order, orderOf } from '../../shared/search/sortOrder.js'
import { type Sql, sql } from '../../shared/sql.js'
import { compileSource } from './compileSource.js'
import {
  type Chunk,
  chunksOf,
  everything,
  hasMany,
  type KeyedRows,
  maxAtOnce,
  type SearchScope,
} from './conditions/chunks.js'
import { type Range, type Search, sortedSeqs } from './hitsIn.js'
import { firstInOrder } from './sortedPage.js'

export interface OrderedWalk {
  /** The rows to check in chunks, or null if there are so few candidates that one statement checks them. */
  readonly keyedRows: KeyedRows | null
  readonly scope: SearchScope
  readonly order: Order
}

export const orderIn = ({ query, plan }: Search): Order | null =>
  plan.kinds.length > maxMerged ? null : orderOf(query.sort ?? [])

/**
 * Finds hits in a sort order for which an index exists. First determines the hits in chunks, without reading their
 * sort keys. Then reads the index in order until the page is full.
 */
export async function hitsInOrder(search: Search, walk: OrderedWalk, { start, size }: Range): Promise<Hits> {
  const hits = await allHits(search, walk)
  const total = hits.size()
  const end = Math.min(start + size, total)
  if (end <= start) return { total, seqs: [] }
  const walked = await firstByWalk(hits, { end, objects: objectCount(search.plan.kinds) }, count =>
    seqsIn(search, firstInOrder(search.plan.kinds, walk.order, count)),
  )
  const first = walked ?? (await firstSorted(search, hits, end))
  return { total, seqs: first.slice(start) }
}

async function allHits(search: Search, { keyedRows, scope }: OrderedWalk): Promise<SeqSet> {
  const { connection, plan, slice } = search
  const inactive = inactiveSeqs(search)
  const source = compileSource(inactive ? { ...plan, active: null } : plan, scope)
  const candidates =
    keyedRows && source.candidates && isSubtractionCheaper(search, keyedRows) ? source.candidates : null
  const listOfChunk = (chunk: Chunk): Sql =>
    candidates ? listOf(candidates(chunk)) : sql`SELECT json_group_array(n.seq) AS seqs ${source.seqs(chunk)}`
  const hits = createSeqSet()
  const chunks: Iterable<Chunk> = keyedRows
    ? chunksOf(connection, keyedRows, { first: maxAtOnce, isBackward: false })
    : [null]
  for (const chunk of chunks) {
    if (slice.isOver()) await slice.next()
    hits.add(seqsIn(search, listOfChunk(chunk)))
  }
  if (candidates) hits.remove(seqsIn(search, listOf(excludedSeqs(plan))))
  hits.remove(inactive ?? [])
  return hits
}

function inactiveSeqs(search: Search): readonly number[] | null {
  const { connection, plan } = search
  if (plan.active === null) return []
  const seqs = seqsIn(search, listOf(sql`SELECT seq FROM (${inactiveOf(connection, plan)}) LIMIT ${maxExcluded + 1}`))
  return seqs.length > maxExcluded ? null : seqs
}

const listOf = (seqs: Sql): Sql => sql`SELECT json_group_array(seq) AS seqs FROM (${seqs})`

const excludedPerCandidate = 3
const maxExcluded = 20_000

const isSubtractionCheaper = ({ connection, plan }: Search, keyedRows: KeyedRows): boolean =>
  plan.excluded <= maxExcluded && hasMany(connection, keyedRows, Math.ceil(plan.excluded / excludedPerCandidate))

/** Returns SQL for the excluded objects, which are selected kind by kind so that only the index is read. */
const excludedSeqs = (plan: QueryPlan): Sql => sql`
  SELECT n.seq FROM kind_count c CROSS JOIN node n INDEXED BY node_by_access
    ON n.access_id = c.access_id AND n.kind_id = c.kind_id
  WHERE ${isExcluded(plan)}`

const seqsIn = ({ connection }: Search, query: Sql): readonly number[] =>
  JSON.parse(connection.row<{ seqs: string }>(query)?.seqs ?? '[]') as number[]

/** The maximum number of hits that one statement sorts. Sorting this number of hits takes a few milliseconds. */
const sortBatch = 1000

async function firstSorted(search: Search, hits: SeqSet, end: number): Promise<readonly number[]> {
  let first: readonly number[] = []
  for (const part of hits.parts(sortBatch)) {
    if (search.slice.isOver()) await search.slice.next()
    first = sortedSeqs(search, [...first, ...part], { scope: everything, start: 0, size: end })
  }
  return first
}
