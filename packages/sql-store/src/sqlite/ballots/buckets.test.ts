import fc from 'fast-check'
import { bucketCount, bucketOf, bucketToSplit } from './buckets.js'

describe('buckets of voters', () => {
  it('are as many as the voters ask for, one at least, and never two more at once', () => {
    expect([0, 1, 8, 9, 16, 17].map(bucketCount)).toEqual([1, 1, 1, 2, 2, 3])
  })

  it('have every voter in one of them', () => {
    const property = fc.property(fc.string(), fc.integer({ min: 1, max: 200_000 }), (key, count) => {
      const bucket = bucketOf(key, count)
      expect(Number.isInteger(bucket) && bucket >= 0 && bucket < count).toBe(true)
    })
    fc.assert(property)
  })

  it('leave every voter in place when there is one more, but for some of one bucket, who come into the new one', () => {
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
