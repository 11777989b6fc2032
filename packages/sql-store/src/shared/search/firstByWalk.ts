import type { SeqSet } from './seqSet.js'

/** The maximum number of index entries to read. Reading this number takes a few milliseconds. */
const maxWalked = 20_000
const walkedPerHit = 8

interface WalkOptions {
  readonly objects: number
  /** The end position of the page. There are at least this many hits. */
  readonly end: number
}

/**
 * Returns the first hits in the order of an index. `walk` returns the first `count` objects in this order. Resolves
 * to null if the hits are so sparse that it is cheaper to sort all of them.
 */
export async function firstByWalk(
  hits: SeqSet,
  { objects, end }: WalkOptions,
  walk: (count: number) => readonly number[] | Promise<readonly number[]>,
): Promise<readonly number[] | null> {
  const maxCount = Math.min(maxWalked, walkedPerHit * hits.size())
  // The first walk reads twice the number of objects that evenly distributed hits would require.
  for (let count = Math.ceil((2 * end * objects) / hits.size()); count <= maxCount; count *= 4) {
    const first = (await walk(count)).filter(hits.has)
    if (first.length >= end) return first.slice(0, end)
  }
  return null
}
