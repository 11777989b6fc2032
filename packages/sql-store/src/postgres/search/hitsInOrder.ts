import type { CatalogQuery } from '@plenum/core/ports'
import { firstByWalk } from '../../shared/search/firstByWalk.js'
import { objectCount, type QueryPlan } from '../../shared/search/planQuery.js'
import type { SeqSet } from '../../shared/search/seqSet.js'
import type { Hits } from '../../sqlite/search/hitsIn.js'
import type { Rows } from '../rows.js'
import { broadHits, type SearchedCatalog } from './broadHits.js'
import { firstByRelevance, isByRelevance } from './firstByRelevance.js'
import { seqsIn } from './seqLists.js'
import { firstInOrder, maxEnd, type Order, orderOf } from './sortedPage.js'

/**
 * The hits of a page in an order that an index has, if one condition finds many candidates: first the hits are
 * determined, then the index is walked until the page is full. Null if that does not help.
 */
export async function hitsInOrder(
  catalog: SearchedCatalog,
  query: CatalogQuery,
  plan: QueryPlan,
): Promise<Hits | null> {
  const { connection } = catalog
  const { sort = [], start = 0, size } = query
  const order = isByRelevance(query) ? 'relevance' : orderOf(sort)
  if (order === null || size === undefined || start + size > maxEnd) return null
  const hits = await broadHits(catalog, plan)
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

interface PageRequest {
  readonly plan: QueryPlan
  readonly hits: SeqSet
  readonly end: number
}

const firstBy = (connection: Rows, order: Order, { plan: { kinds }, hits, end }: PageRequest) =>
  firstByWalk(hits, { end, objects: objectCount(kinds) }, count =>
    seqsIn(connection, firstInOrder(kinds, order, count)),
  )
