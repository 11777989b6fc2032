import fc from 'fast-check'
import { indentedJson } from './indentedJson.js'

const slice = { isOver: () => false, next: async () => {} }

describe('indented JSON in time slices', () => {
  it('equals the output of JSON.stringify at any depth', () =>
    fc.assert(
      fc.asyncProperty(fc.jsonValue(), fc.nat(6), async (value, levels) => {
        expect(await indentedJson(value, { slice, levels })).toBe(JSON.stringify(value, null, 1))
      }),
    ))

  it('pauses between members at every level', async () => {
    let pauses = 0
    const ending = { isOver: () => true, next: async () => void pauses++ }
    await indentedJson({ days: [[1], [2], [3]] }, { slice: ending, levels: 2 })
    expect(pauses).toBe(5)
  })
})
