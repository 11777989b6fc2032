import type { CatalogQuery } from '@plenum/core/ports'
import { firstAlong } from '../../search/firstAlong.js'
import type { Hits } from '../../search/hitsIn.js'
import { type Asked, objectsOf } from '../../search/readQuery.js'
import type { SeqSet } from '../../search/seqSet.js'
import type { Rows } from '../engine.js'
import { broadHits, type Searched } from './broadHits.js'
import { firstByRelevance, isByRelevance } from './firstByRelevance.js'
import { seqsIn } from './seqLists.js'
import { firstInOrder, maxEnd, type Order, orderOf } from './sortedPage.js'

/**
 * The hits of a page in an order that an index has, if one condition finds many candidates: first the hits are
 * determined, then the index is walked until the page is full. Null if that does not help.
 */
export async function hitsInOrder(searched: Searched, query: CatalogQuery, asked: Asked): Promise<Hits | null> {
  const { connection } = searched
  const { sort = [], start = 0, size } = query
  const order = isByRelevance(query) ? 'relevance' : orderOf(sort)
  if (order === null || size === undefined || start + size > maxEnd) return null
  const hits = await broadHits(searched, asked)
  if (hits === null) return null
  const total = hits.size()
  const end = Math.min(start + size, total)
  if (end <= start) return { total, seqs: [] }
  const first =
    order === 'relevance'
      ? await firstByRelevance(connection, query, { asked, hits, end })
      : await firstBy(connection, order, { asked, hits, end })
  return first && { total, seqs: first.slice(start) }
}

interface Wanted {
  readonly asked: Asked
  readonly hits: SeqSet
  readonly end: number
}

const firstBy = (connection: Rows, order: Order, { asked: { kinds }, hits, end }: Wanted) =>
  firstAlong(hits, { end, objects: objectsOf(kinds) }, count => seqsIn(connection, firstInOrder(kinds, order, count)))
