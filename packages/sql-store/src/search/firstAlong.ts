import type { SeqSet } from './seqSet.js'

/** So many entries of an index are read in some milliseconds. */
const maxWalked = 20_000
/** So many of them are read in the time that it takes to look up what a hit is sorted by. */
const walkedForHit = 8

interface Wanted {
  /** So many objects are in that order. */
  readonly objects: number
  /** So many hits are wanted; there are that many. */
  readonly end: number
}

/**
 * The first hits in an order, of which `walk` gives the first `count` objects. Null where hits are so far
 * apart in it that it costs less to sort all of them.
 */
export async function firstAlong(
  hits: SeqSet,
  { objects, end }: Wanted,
  walk: (count: number) => readonly number[] | Promise<readonly number[]>,
): Promise<readonly number[] | null> {
  const most = Math.min(maxWalked, walkedForHit * hits.size())
  // Twice as many as there would be if hits had the same distances.
  for (let count = Math.ceil((2 * end * objects) / hits.size()); count <= most; count *= 4) {
    const first = (await walk(count)).filter(hits.has)
    if (first.length >= end) return first.slice(0, end)
  }
  return null
}
