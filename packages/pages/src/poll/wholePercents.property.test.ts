import fc from 'fast-check'
import { wholePercents } from './results.js'

const counts = fc.array(fc.nat(1_000_000), { minLength: 1, maxLength: 40 })
const sumOf = (numbers: readonly number[]): number => numbers.reduce((sum, number) => sum + number, 0)

describe('integer percentages', () => {
  it('are correct in simple cases', () => {
    expect(wholePercents([1, 1, 1])).toEqual([34, 33, 33])
    expect(wholePercents([7, 2, 5])).toEqual([50, 14, 36])
    expect(wholePercents([0, 0])).toEqual([0, 0])
  })

  it('add up to 100, differ from the exact share by less than one, and follow the order of the votes', () => {
    fc.assert(
      fc.property(counts, votes => {
        fc.pre(sumOf(votes) > 0)
        const percents = wholePercents(votes)
        expect(sumOf(percents)).toBe(100)
        percents.forEach((percent, i) => {
          expect(Math.abs(percent - ((votes[i] ?? 0) / sumOf(votes)) * 100)).toBeLessThan(1)
          votes.forEach((other, j) => {
            if (other > (votes[i] ?? 0)) expect(percents[j]).toBeGreaterThanOrEqual(percent)
          })
        })
      }),
    )
  })
})
