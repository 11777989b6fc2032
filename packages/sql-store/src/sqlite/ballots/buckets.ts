import { createHash } from 'node:crypto'

/**
 * The target number of voters per bucket. Linear hashing adds a bucket for every 8 additional voters. The bucket of a
 * voter depends only on the voter and on the number of voters, so buckets do not reveal who voted when.
 */
const votersPerBucket = 8

export const bucketCount = (voters: number): number => Math.max(1, Math.ceil(voters / votersPerBucket))

export function bucketOf(key: string, count: number): number {
  const half = halfOf(count)
  const bucket = hashOf(key) % (2 * half)
  return bucket < count ? bucket : bucket - half
}

export const bucketToSplit = (count: number): number => count - halfOf(count + 1)

const halfOf = (count: number): number => (count < 2 ? 1 : 2 ** (31 - Math.clz32(count - 1)))

const hashOf = (key: string): number => createHash('sha256').update(key).digest().readUInt32BE()
