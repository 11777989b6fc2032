import { withMonotonicTimes } from './timeOrder.js'

const times = (items: readonly { readonly time: number }[]) => items.map(({ time }) => time)
const at = (...all: readonly number[]) => all.map(time => ({ time, text: 'kept' }))

describe('what happens one after the other', () => {
  it.each([
    [[], 5, []],
    [[1, 2, 2, 7], null, [1, 2, 2, 7]],
    [[1, 2, 7], 2, [2, 2, 7]],
    [[9, 3, 10, 4], null, [9, 9, 10, 10]],
    [[-5, -9], -7, [-5, -5]],
  ])('%j after %j is at %j', (sent, last, kept) => {
    expect(times(withMonotonicTimes(at(...sent), last))).toEqual(kept)
  })

  it('preserves everything but its time', () => {
    expect(withMonotonicTimes(at(1), 3)).toEqual([{ time: 3, text: 'kept' }])
  })
})
