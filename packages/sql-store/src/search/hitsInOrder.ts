import { sql } from '../sql.js'
import { compileSource } from './compileSource.js'
import { inactiveSeqs } from './countedHits.js'
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
  const first = firstAlong(search, hits, { order: walk.order, end }) ?? (await firstSorted(search, hits, end))
  return { total, seqs: first.slice(start) }
}

/** Dates are looked at where they matter only, among all objects. */
async function allHits({ connection, asked, turn }: Search, { found, look }: OrderedWalk): Promise<SeqSet> {
  const source = compileSource({ ...asked, active: null }, look)
  const hits = createSeqSet()
  const stretches: Iterable<Stretch> = found
    ? stretchesOf(connection, found, { first: fewObjects, isBackward: false })
    : [null]
  for (const stretch of stretches) {
    if (turn.isOver()) await turn.next()
    const row = connection.row<{ seqs: string }>(sql`SELECT json_group_array(n.seq) AS seqs ${source.seqs(stretch)}`)
    hits.add(JSON.parse(row?.seqs ?? '[]') as number[])
  }
  hits.remove(inactiveSeqs(connection, asked))
  return hits
}

/** So many entries of an index are read in some milliseconds. */
const maxWalked = 20_000
/** So many of them are read in the time that it takes to look up what a hit is sorted by. */
const walkedForHit = 8

interface First {
  readonly order: Order
  readonly end: number
}

/** The first hits, up to the end of a page; null where they are so far apart in the order that it costs less to sort all. */
function firstAlong({ connection, asked }: Search, hits: SeqSet, { order, end }: First): readonly number[] | null {
  const objects = asked.kinds.reduce((sum, kind) => sum + kind.objects, 0)
  const most = Math.min(maxWalked, walkedForHit * hits.size())
  // Twice as many as there would be if hits had the same distances.
  for (let count = Math.ceil((2 * end * objects) / hits.size()); count <= most; count *= 4) {
    const row = connection.row<{ seqs: string }>(firstInOrder(asked.kinds, order, count))
    const first = (JSON.parse(row?.seqs ?? '[]') as number[]).filter(hits.has)
    if (first.length >= end) return first.slice(0, end)
  }
  return null
}

/** The most hits that are sorted at once, which takes some milliseconds. */
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
