import type { CatalogQuery, Condition, TextQuery } from '@plenum/core/ports'
import type { Hits, Search } from '../../shared/search/catalogReader.js'
import { firstByWalk } from '../../shared/search/firstByWalk.js'
import { objectCount, type QueryPlan, visibleCount } from '../../shared/search/planQuery.js'
import { createSeqSet, type SeqSet } from '../../shared/search/seqSet.js'
import { maxEnd, type Order, orderOf } from '../../shared/search/sortOrder.js'
import { type Connection, type Rows, rowsOf, type Sql, sql, unionAll } from '../../shared/sql.js'
import { broadHits } from './broadHits.js'
import { manyTextHits, matchesWithoutWords } from './conditions/textMatch.js'
import type { ExclusionLists } from './exclusionLists.js'
import { seqsIn, upTo } from './seqLists.js'
import { firstInOrder } from './sortedPage.js'

/**
 * Finds the hits of a page if an index provides the sort order and one condition finds many candidates. First
 * determines all hits, and then reads the index in order until the page is full. Resolves to null if this method
 * would not be faster.
 */
export async function hitsInOrder(
  { connection, query, plan }: Search<Connection>,
  exclusions: ExclusionLists,
): Promise<Hits | null> {
  const { sort = [], start = 0, size } = query
  const order = isByRelevance(query) ? 'relevance' : orderOf(sort)
  if (order === null || size === undefined || start + size > maxEnd) return null
  const hits = await broadHits(connection, exclusions, plan)
  if (hits === null) return null
  const total = hits.size()
  const end = Math.min(start + size, total)
  if (end <= start) return { total, seqs: [] }
  const first =
    order === 'relevance'
      ? await firstByRelevance(connection, query, { plan, hits, end })
      : await firstBy(connection, order, { plan, hits, end })
  return first && { total, seqs: first.slice(start) }
}

const firstBy = (connection: Rows, order: Order, { plan: { kinds }, hits, end }: PageRequest) =>
  firstByWalk(hits, { end, objects: objectCount(kinds) }, count =>
    seqsIn(connection, firstInOrder(kinds, order, count)),
  )

/**
 * Whether relevance is the only sort key, with the most relevant hits first. Hits are then sorted by whether their
 * titles match, by last change (most recent first), and by path.
 */
const isByRelevance = ({ sort = [] }: CatalogQuery): boolean =>
  sort.length === 1 && sort[0]?.by === 'relevance' && !sort[0].descending

interface PageRequest {
  readonly plan: QueryPlan
  readonly hits: SeqSet
  /** The end position of the page. There are at least this many hits. */
  readonly end: number
}

/** The maximum number of hits that one statement sorts. Sorting this number of hits takes about 20 ms. */
const maxSorted = 20_000
/** The maximum number of objects whose titles match. The `seq` values of more objects would not fit into one result. */
const maxTitles = 200_000

/**
 * Returns the first hits by relevance, or null if no index finds the hits. Also removes the hits whose titles match
 * from `hits`.
 */
async function firstByRelevance(
  connection: Rows,
  { where }: CatalogQuery,
  { plan, hits, end }: PageRequest,
): Promise<readonly number[] | null> {
  const queries = where.flatMap(queriesIn)
  if (queries.some(matchesWithoutWords)) return null
  const titleHits =
    queries.length === 0 ? [] : await seqsIn(connection, sql`${inTitles(queries)} ${upTo(maxTitles + 1)}`)
  if (titleHits.length > maxTitles) return null
  const objects = plan.excluded + visibleCount(plan.kinds)
  const inTitle = createSeqSet()
  inTitle.add(titleHits.filter(hits.has))
  for (const some of inTitle.parts(maxSorted)) hits.remove(some)
  const ofTitles = await firstChanged(connection, inTitle, { objects, end: Math.min(end, inTitle.size()) })
  const ofOthers = await firstChanged(connection, hits, { objects, end: Math.max(0, end - inTitle.size()) })
  return ofTitles && ofOthers && [...ofTitles, ...ofOthers]
}

function queriesIn(condition: Condition): readonly TextQuery[] {
  if (condition.kind === 'either') return condition.conditions.flatMap(queriesIn)
  return condition.kind === 'text' ? [condition.query] : []
}

const inTitles = (queries: readonly TextQuery[]): Sql => unionAll(queries.map(query => manyTextHits(query, 'title')))

interface First {
  readonly objects: number
  readonly end: number
}

async function firstChanged(connection: Rows, hits: SeqSet, { objects, end }: First) {
  if (end === 0) return []
  const walked = await firstByWalk(hits, { objects, end }, count =>
    seqsIn(connection, sql`SELECT n.seq FROM node n ORDER BY ${byChange} LIMIT ${count}`),
  )
  return walked ?? firstSorted(connection, hits, end)
}

const byChange: Sql = sql`n.modified DESC, n.path`

async function firstSorted(connection: Rows, hits: SeqSet, end: number): Promise<readonly number[] | null> {
  if (hits.size() > maxSorted) return null
  const [all = []] = hits.parts(maxSorted)
  return seqsIn(
    connection,
    sql`SELECT n.seq FROM ${rowsOf(all)} JOIN node n ON n.seq = listed.value ORDER BY ${byChange} LIMIT ${end}`,
  )
}
