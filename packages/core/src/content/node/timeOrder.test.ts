import { withMonotonicTimes } from './timeOrder.js'

const times = (items: readonly { readonly time: number }[]) => items.map(({ time }) => time)
const at = (...all: readonly number[]) => all.map(time => ({ time, text: 'kept' }))

describe('the time of consecutive writes', () => {
  it.each([
    [[], 5, []],
    [[1, 2, 2, 7], null, [1, 2, 2, 7]],
    [[1, 2, 7], 2, [2, 2, 7]],
    [[9, 3, 10, 4], null, [9, 9, 10, 10]],
    [[-5, -9], -7, [-5, -5]],
  ])('for %j after %j is %j', (sent, last, stored) => {
    expect(times(withMonotonicTimes(at(...sent), last))).toEqual(stored)
  })

  it('is the only value that changes', () => {
    expect(withMonotonicTimes(at(1), 3)).toEqual([{ time: 3, text: 'kept' }])
  })
})
