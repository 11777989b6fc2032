import { mapInSteps, resultOf } from './steps.js'

describe('a map in steps', () => {
  it.each([
    [0, 0],
    [1, 1],
    [100, 1],
    [101, 2],
    [1000, 10],
  ])('of %i items has %i steps, and the result of `map`', (count, steps) => {
    const items = Array.from({ length: count }, (_, i) => i)
    const square = (n: number) => n * n
    expect([...mapInSteps(items, square)]).toHaveLength(steps)
    expect(resultOf(mapInSteps(items, square))).toEqual(items.map(square))
  })

  it('pauses between items, not after all of them', () => {
    let mapped = 0
    const steps = mapInSteps(Array(1000).fill(0), () => mapped++)
    steps.next()
    expect(mapped).toBe(100)
  })
})
