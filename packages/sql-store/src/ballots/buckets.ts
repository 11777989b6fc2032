import { createHash } from 'node:crypto'

/**
 * Linear hashing: with each so many voters there is one bucket more, and it takes its voters from one other. Which
 * bucket a voter is in follows from the voter and the number of voters alone, so buckets tell nothing of who came when.
 */
const votersPerBucket = 8

/** How many buckets so many voters have; one at least. */
export function bucketCount(voters: number): number {
  return Math.max(1, Math.ceil(voters / votersPerBucket))
}

/** The bucket of a voter among so many. */
export function bucketOf(key: string, count: number): number {
  const half = halfOf(count)
  const bucket = hashOf(key) % (2 * half)
  return bucket < count ? bucket : bucket - half
}

/** The bucket that gives voters to the next one when so many become one more. */
export function bucketToSplit(count: number): number {
  return count - halfOf(count + 1)
}

/** The greatest power of two below a number; 1 for 1. */
function halfOf(count: number): number {
  return count < 2 ? 1 : 2 ** (31 - Math.clz32(count - 1))
}

function hashOf(key: string): number {
  return createHash('sha256').update(key).digest().readUInt32BE()
}
