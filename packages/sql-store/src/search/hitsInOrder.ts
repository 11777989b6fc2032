import { type Sql, sql } from '../sql.js'
import { compileSource } from './compileSource.js'
import { inactiveSeqs } from './countedHits.js'
import { firstAlong } from './firstAlong.js'
import { type Hits, type Range, type Search, sortedSeqs } from './hitsIn.js'
import { isLeftOut } from './leftOut.js'
import { everything, type Look } from './look.js'
import { type Asked, objectsOf } from './readQuery.js'
import { createSeqSet, type SeqSet } from './seqSet.js'
import { firstInOrder, maxMerged, type Order, orderOf } from './sortedPage.js'
import { type Found, fewObjects, hasMany, type Stretch, stretchesOf } from './stretches.js'

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
  const along = await firstAlong(hits, { end, objects: objectsOf(search.asked.kinds) }, count =>
    seqsIn(search, firstInOrder(search.asked.kinds, walk.order, count)),
  )
  const first = along ?? (await firstSorted(search, hits, end))
  return { total, seqs: first.slice(start) }
}

/** Few objects are not yet published, or expired: mostly they are listed, and no date is compared. */
async function allHits(search: Search, { found, look }: OrderedWalk): Promise<SeqSet> {
  const { connection, asked, turn } = search
  const inactive = inactiveSeqs(connection, asked, mostLeftOut)
  const source = compileSource(inactive ? { ...asked, active: null } : asked, look)
  const unchecked = found && source.unchecked && isLittle(search, found) ? source.unchecked : null
  const listIn = (stretch: Stretch): Sql =>
    unchecked ? listOf(unchecked(stretch)) : sql`SELECT json_group_array(n.seq) AS seqs ${source.seqs(stretch)}`
  const hits = createSeqSet()
  const stretches: Iterable<Stretch> = found
    ? stretchesOf(connection, found, { first: fewObjects, isBackward: false })
    : [null]
  for (const stretch of stretches) {
    if (turn.isOver()) await turn.next()
    hits.add(seqsIn(search, listIn(stretch)))
  }
  if (unchecked) hits.remove(seqsIn(search, listOf(leftOut(asked))))
  hits.remove(inactive ?? [])
  return hits
}

const listOf = (seqs: Sql): Sql => sql`SELECT json_group_array(seq) AS seqs FROM (${seqs})`

/** So many objects that are left out are listed in the time that it takes to check one that is found. */
const leftOutForFound = 3
const mostLeftOut = 20_000

/** Whether what is left out of all objects takes less time to list than all that is found to be checked. */
function isLittle({ connection, asked }: Search, found: Found): boolean {
  return asked.leftOut <= mostLeftOut && hasMany(connection, found, Math.ceil(asked.leftOut / leftOutForFound))
}

/** The `seq` of all objects that are left out, kind by kind, so that the index is read for nothing else. */
const leftOut = (asked: Asked): Sql => sql`
  SELECT n.seq FROM kind_count c CROSS JOIN node n INDEXED BY node_by_access
    ON n.access_id = c.access_id AND n.kind_id = c.kind_id
  WHERE ${isLeftOut(asked)}`

function seqsIn({ connection }: Search, query: Sql): readonly number[] {
  return JSON.parse(connection.row<{ seqs: string }>(query)?.seqs ?? '[]') as number[]
}

/** So many hits are sorted at once, which takes some milliseconds. */
const sortedAtOnce = 1000

/** The first hits up to the end of a page, found by sorting all of them, in turns. */
async function firstSorted(search: Search, hits: SeqSet, end: number): Promise<readonly number[]> {
  let first: readonly number[] = []
  for (const some of hits.parts(sortedAtOnce)) {
    if (search.turn.isOver()) await search.turn.next()
    first = sortedSeqs(search, [...first, ...some], { look: everything, start: 0, size: end })
  }
  return first
}
