import fc from 'fast-check'
import { pollResults } from './pollResults.js'

const options = ['Yes', 'No', 'Maybe'].map((description, option_id) => ({ description, option_id }))

interface Ballots {
  readonly counts: Readonly<Record<number, number>>
  readonly voters?: number
  readonly maxChoices?: number
  readonly offered?: typeof options
}

const resultsOf = ({ counts, voters = 0, maxChoices = 1, offered = options }: Ballots) =>
  pollResults(
    { options: offered, maxChoices },
    { counts: new Map(Object.entries(counts).map(([id, count]) => [Number(id), count])), voters },
  )

const sharesOf = (source: Ballots) => resultsOf(source).results.map(({ percentage }) => percentage)

describe('results of a poll (docs/polls.md, Results)', () => {
  it('have an entry for each option, in their order, with shares that are not rounded', () => {
    expect(resultsOf({ counts: { 0: 2, 1: 1 }, voters: 3 })).toEqual({
      total: 3,
      results: [
        { option_id: 0, description: 'Yes', votes: 2, percentage: 0.6666666666666666 },
        { option_id: 1, description: 'No', votes: 1, percentage: 0.3333333333333333 },
        { option_id: 2, description: 'Maybe', votes: 0, percentage: 0 },
      ],
    })
  })

  it('are zero if no votes exist', () => {
    expect(resultsOf({ counts: {} })).toMatchObject({ total: 0, results: [{ votes: 0, percentage: 0 }, {}, {}] })
    expect(resultsOf({ counts: {}, maxChoices: 2 })).toMatchObject({ total: 0, results: [{ percentage: 0 }, {}, {}] })
  })

  it('follow the order of the options', () => {
    const { results } = resultsOf({ counts: { 0: 2, 1: 1 }, voters: 3, offered: options.slice(0, 2).toReversed() })
    expect(results.map(({ option_id, votes }) => [option_id, votes])).toEqual([
      [1, 1],
      [0, 2],
    ])
  })

  it('give the whole share to a single vote, and a half each to two votes for different options', () => {
    expect(sharesOf({ counts: { 1: 1 }, voters: 1 })).toEqual([0, 1, 0])
    expect(sharesOf({ counts: { 0: 1, 1: 1 }, voters: 2 })).toEqual([0.5, 0.5, 0])
  })

  it('of a poll with several choices are shares of voters', () => {
    expect(resultsOf({ counts: { 0: 1, 2: 1 }, voters: 1, maxChoices: 2 })).toMatchObject({
      total: 1,
      results: [{ percentage: 1 }, { percentage: 0 }, { percentage: 1 }],
    })
    expect(resultsOf({ counts: { 0: 2, 1: 1 }, voters: 2, maxChoices: 2 }).total).toBe(2)
    expect(sharesOf({ counts: { 0: 2, 1: 1 }, voters: 2, maxChoices: 2 })).toEqual([1, 0.5, 0])
    expect(sharesOf({ counts: { 0: 2, 2: 1 }, voters: 2, maxChoices: 2 })).toEqual([1, 0, 0.5])
  })

  it('leave out votes for removed options', () => {
    expect(resultsOf({ counts: { 0: 1, 9: 5 }, voters: 6 })).toMatchObject({
      total: 1,
      results: [{ percentage: 1 }, {}, {}],
    })
  })

  it('equal a count of the individual ballots', () => {
    const ballots = fc.array(fc.subarray([0, 1, 2], { minLength: 1 }))
    fc.assert(
      fc.property(ballots, fc.boolean(), (all, isSingle) => {
        const cast = isSingle ? all.map(picked => picked.slice(0, 1)) : all
        const counts = new Map<number, number>()
        for (const id of cast.flat()) counts.set(id, (counts.get(id) ?? 0) + 1)
        const maxChoices = isSingle ? 1 : 3
        const { total, results } = pollResults({ options, maxChoices }, { counts, voters: cast.length })
        expect(total).toBe(cast.length)
        for (const { option_id, votes, percentage } of results) {
          expect(votes).toBe(cast.filter(picked => picked.includes(option_id)).length)
          expect(percentage).toBe(cast.length === 0 ? 0 : votes / cast.length)
          expect(percentage).toBeLessThanOrEqual(1)
        }
        const sum = results.reduce((shares, { percentage }) => shares + percentage, 0)
        if (isSingle && cast.length > 0) expect(sum).toBeCloseTo(1, 10)
      }),
    )
  })
})
