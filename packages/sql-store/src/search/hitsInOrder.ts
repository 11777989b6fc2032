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
  /** Null: few candidates, which are checked in one statement. */
  readonly found: Found | null
  readonly look: Look
  readonly order: Order
}

/** The order of a search, if an index sorts the objects of its kinds by it. */
export const orderIn = ({ query, asked }: Search): Order | null =>
  asked.kinds.length > maxMerged ? null : orderOf(query.sort ?? [])

/**
 * The hits of a page in an order that an index has: first the hits are determined chunk by chunk, without reading their
 * sort keys; then the index is walked until the page is full.
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

/** Unpublished and expired objects are few: usually they are subtracted as a list, instead of comparing dates. */
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

/** Excluded objects that are listed in the time of checking one candidate. */
const leftOutForFound = 3
const mostLeftOut = 20_000

/** Whether listing the excluded objects is cheaper than checking each candidate. */
function isLittle({ connection, asked }: Search, found: Found): boolean {
  return asked.leftOut <= mostLeftOut && hasMany(connection, found, Math.ceil(asked.leftOut / leftOutForFound))
}

/** The `seq` of all excluded objects, kind by kind, so that the index alone suffices. */
const leftOut = (asked: Asked): Sql => sql`
  SELECT n.seq FROM kind_count c CROSS JOIN node n INDEXED BY node_by_access
    ON n.access_id = c.access_id AND n.kind_id = c.kind_id
  WHERE ${isLeftOut(asked)}`

function seqsIn({ connection }: Search, query: Sql): readonly number[] {
  return JSON.parse(connection.row<{ seqs: string }>(query)?.seqs ?? '[]') as number[]
}

/** Hits sorted in one statement, which takes a few milliseconds. */
const sortedAtOnce = 1000

/** The first hits up to the end of a page, found by sorting all hits chunk by chunk. */
async function firstSorted(search: Search, hits: SeqSet, end: number): Promise<readonly number[]> {
  let first: readonly number[] = []
  for (const some of hits.parts(sortedAtOnce)) {
    if (search.turn.isOver()) await search.turn.next()
    first = sortedSeqs(search, [...first, ...some], { look: everything, start: 0, size: end })
  }
  return first
}
