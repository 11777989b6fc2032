import fc from 'fast-check'
import { bucketCount, bucketOf, bucketToSplit } from './buckets.js'

describe('buckets of voters', () => {
  it('match the number of voters, are at least one, and grow one at a time', () => {
    expect([0, 1, 8, 9, 16, 17].map(bucketCount)).toEqual([1, 1, 1, 2, 2, 3])
  })

  it('contain every voter exactly once', () => {
    const property = fc.property(fc.string(), fc.integer({ min: 1, max: 200_000 }), (key, count) => {
      const bucket = bucketOf(key, count)
      expect(Number.isInteger(bucket) && bucket >= 0 && bucket < count).toBe(true)
    })
    fc.assert(property)
  })

  it('do not move voters when a bucket is added, except for some voters of one bucket', () => {
    const property = fc.property(fc.string(), fc.integer({ min: 1, max: 300 }), (key, count) => {
      const [before, after] = [bucketOf(key, count), bucketOf(key, count + 1)]
      expect([before, count]).toContain(after)
      if (after === count) expect(before).toBe(bucketToSplit(count))
    })
    fc.assert(property, { numRuns: 2000 })
  })

  it('are about equally full', () => {
    for (const count of [1, 2, 3, 5, 64, 100]) {
      const sizes = Array.from({ length: count }, () => 0)
      for (let i = 0; i < 8 * count; i++) {
        const bucket = bucketOf(`member:${i}`, count)
        sizes[bucket] = (sizes[bucket] ?? 0) + 1
      }
      expect(Math.max(...sizes)).toBeLessThan(32)
    }
  })
})
