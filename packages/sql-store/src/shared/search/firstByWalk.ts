import type { SeqSet } from './seqSet.js'

/** The maximum number of index entries to read, which takes a few milliseconds. */
const maxWalked = 20_000
/** The number of index entries that can be read in the time of looking up the sort key of one hit. */
const walkedPerHit = 8

interface WalkOptions {
  /** The number of objects in the order that is walked. */
  readonly objects: number
  /** The end of the page, as a number of hits; at least as many hits exist. */
  readonly end: number
}

/**
 * The first hits in an order; `walk` returns the first `count` objects in that order. Resolves to null if hits are so
 * sparse that sorting all of them is cheaper.
 */
export async function firstByWalk(
  hits: SeqSet,
  { objects, end }: WalkOptions,
  walk: (count: number) => readonly number[] | Promise<readonly number[]>,
): Promise<readonly number[] | null> {
  const maxCount = Math.min(maxWalked, walkedPerHit * hits.size())
  // Starts with twice the number of objects that would be needed if hits were evenly distributed.
  for (let count = Math.ceil((2 * end * objects) / hits.size()); count <= maxCount; count *= 4) {
    const first = (await walk(count)).filter(hits.has)
    if (first.length >= end) return first.slice(0, end)
  }
  return null
}
