import type { Connection, Rows } from '../../shared/connection.js'
import type { Hits, Search } from '../../shared/search/catalogReader.js'
import { firstByWalk } from '../../shared/search/firstByWalk.js'
import { objectCount } from '../../shared/search/planQuery.js'
import { maxEnd, type Order, orderOf } from '../../shared/search/sortOrder.js'
import { broadHits } from './broadHits.js'
import type { ExclusionLists } from './exclusionLists.js'
import { firstByRelevance, isByRelevance, type PageRequest } from './firstByRelevance.js'
import { seqsIn } from './seqLists.js'
import { firstInOrder } from './sortedPage.js'

/**
 * The hits of a page in an order that an index has, if one condition finds many candidates: first the hits are
 * determined, then the index is walked until the page is full. Null if that does not help.
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
