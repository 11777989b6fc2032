import fc from 'fast-check'
import { changesOnlyDates, nextPollDate, type PollDates, phaseOf } from './pollDates.js'

const dates = (openDate: number | null, closeDate: number | null): PollDates => ({ openDate, closeDate })

describe('the dates of a poll (docs/polls.md, Poll dates)', () => {
  it('limit the time of voting: the first date belongs to it, the last one does not', () => {
    const both = dates(10, 20)
    expect([9, 10, 19, 20].map(now => phaseOf(both, now))).toEqual(['before', 'within', 'within', 'after'])
  })

  it('do not limit the time of voting if they are missing', () => {
    expect(phaseOf(dates(null, null), 0)).toBe('within')
    expect([9, 10].map(now => phaseOf(dates(10, null), now))).toEqual(['before', 'within'])
    expect([9, 10].map(now => phaseOf(dates(null, 10), now))).toEqual(['within', 'after'])
  })

  it('give the time at which the poll next changes by itself, or null', () => {
    const both = dates(10, 20)
    expect([5, 10, 19, 20].map(now => nextPollDate(both, now))).toEqual([10, 20, 20, null])
    expect(nextPollDate(dates(null, null), 0)).toBeNull()
    expect(nextPollDate(dates(null, 10), 0)).toBe(10)
  })

  it('leave the phase unchanged until the next date and change it then', () => {
    const some = fc.option(fc.nat(20))
    fc.assert(
      fc.property(some, some, fc.nat(20), (open, close, now) => {
        fc.pre(open === null || close === null || open < close)
        const range = dates(open, close)
        const next = nextPollDate(range, now)
        for (let at = now; at < (next ?? 30); at++) expect(phaseOf(range, at)).toBe(phaseOf(range, now))
        if (next !== null) expect(phaseOf(range, next)).not.toBe(phaseOf(range, now))
      }),
    )
  })

  it('are the only change of a body that contains nothing but dates', () => {
    expect(changesOnlyDates({ close_date: null })).toBe(true)
    expect(changesOnlyDates({ open_date: 'x', close_date: 'y' })).toBe(true)
    expect(changesOnlyDates({ close_date: null, title: 'x' })).toBe(false)
    expect(changesOnlyDates({ close_date: null, id: 'x' })).toBe(false)
    expect(changesOnlyDates({})).toBe(false)
  })
})
