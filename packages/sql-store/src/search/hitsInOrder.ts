import { type Sql, sql } from '../sql.js'
import { compileSource } from './compileSource.js'
import { inactiveSeqs } from './countedHits.js'
import { firstAlong } from './firstAlong.js'
import { type Hits, type Range, type Search, sortedSeqs } from './hitsIn.js'
import { everything, type Look } from './look.js'
import { createSeqSet, type SeqSet } from './seqSet.js'
import { firstInOrder, maxMerged, type Order, orderOf } from './sortedPage.js'
import { type Found, fewObjects, type Stretch, stretchesOf } from './stretches.js'

export interface OrderedWalk {
  /** Null: few objects are found, in one piece. */
  readonly found: Found | null
  readonly look: Look
  readonly order: Order
}

/** The order of a search, where an index has the objects of its kinds in it. */
export const orderIn = ({ query, asked }: Search): Order | null =>
  asked.kinds.length > maxMerged ? null : orderOf(query.sort ?? [])

/**
 * The hits of a page in an order that an index has: which objects are hits is found out in turns, without a look at what
 * they are sorted by; then the index is walked along until the page is full.
 */
export async function hitsInOrder(search: Search, walk: OrderedWalk, { start, size }: Range): Promise<Hits> {
  const hits = await allHits(search, walk)
  const total = hits.size()
  const end = Math.min(start + size, total)
  if (end <= start) return { total, seqs: [] }
  const along = await firstAlong(hits, { end, kinds: search.asked.kinds }, count =>
    seqsIn(search, firstInOrder(search.asked.kinds, walk.order, count)),
  )
  const first = along ?? (await firstSorted(search, hits, end))
  return { total, seqs: first.slice(start) }
}

/** Dates are looked at where they matter only, among all objects. */
async function allHits(search: Search, { found, look }: OrderedWalk): Promise<SeqSet> {
  const { connection, asked, turn } = search
  const source = compileSource({ ...asked, active: null }, look)
  const hits = createSeqSet()
  const stretches: Iterable<Stretch> = found
    ? stretchesOf(connection, found, { first: fewObjects, isBackward: false })
    : [null]
  for (const stretch of stretches) {
    if (turn.isOver()) await turn.next()
    hits.add(seqsIn(search, sql`SELECT json_group_array(n.seq) AS seqs ${source.seqs(stretch)}`))
  }
  hits.remove(inactiveSeqs(connection, asked))
  return hits
}

function seqsIn({ connection }: Search, query: Sql): readonly number[] {
  return JSON.parse(connection.row<{ seqs: string }>(query)?.seqs ?? '[]') as number[]
}

/** So many hits are sorted at once, which takes some milliseconds. */
const sortedAtOnce = 1000

/** The same by sorting all hits, in turns. */
async function firstSorted(search: Search, hits: SeqSet, end: number): Promise<readonly number[]> {
  let first: readonly number[] = []
  for (const some of hits.parts(sortedAtOnce)) {
    if (search.turn.isOver()) await search.turn.next()
    first = sortedSeqs(search, [...first, ...some], { look: everything, start: 0, size: end })
  }
  return first
}
