import type { SeqSet } from './seqSet.js'

/** Index entries that are read in a few milliseconds. */
const maxWalked = 20_000
/** Index entries that are read in the time of looking up the sort key of one hit. */
const walkedPerHit = 8

interface WalkOptions {
  /** The number of objects in that order. */
  readonly objects: number
  /** The number of requested hits; at least as many exist. */
  readonly end: number
}

/**
 * The first hits in an order; `walk` returns the first `count` objects in it. Null if hits are so sparse that sorting
 * all of them is cheaper.
 */
export async function firstByWalk(
  hits: SeqSet,
  { objects, end }: WalkOptions,
  walk: (count: number) => readonly number[] | Promise<readonly number[]>,
): Promise<readonly number[] | null> {
  const maxCount = Math.min(maxWalked, walkedPerHit * hits.size())
  // Twice the number expected if hits were evenly distributed.
  for (let count = Math.ceil((2 * end * objects) / hits.size()); count <= maxCount; count *= 4) {
    const first = (await walk(count)).filter(hits.has)
    if (first.length >= end) return first.slice(0, end)
  }
  return null
}
