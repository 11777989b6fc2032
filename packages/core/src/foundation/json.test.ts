import fc from 'fast-check'
import { isJsonObject, type JsonValue, sameJson } from './json.js'

describe('a JSON object', () => {
  it.each([{}, { a: 1 }, JSON.parse('{"__proto__": 1}')])('is %j', value => {
    expect(isJsonObject(value)).toBe(true)
  })

  it.each([null, undefined, [], 'a', 1, true])('is not %j', value => {
    expect(isJsonObject(value)).toBe(false)
  })
})

describe('equal JSON values', () => {
  const values = fc.jsonValue({ maxDepth: 3 }) as fc.Arbitrary<JsonValue>

  it('may differ in the order of the keys', () => {
    expect(sameJson({ a: 1, b: [{ c: null, d: 'x' }] }, { b: [{ d: 'x', c: null }], a: 1 })).toBe(true)
    expect(sameJson(undefined, undefined)).toBe(true)
  })

  it.each<[JsonValue | undefined, JsonValue | undefined]>([
    [null, undefined],
    [0, false],
    [1, '1'],
    ['', null],
    [[], {}],
    [{}, []],
    [
      [1, 2],
      [2, 1],
    ],
    [[1], [1, 1]],
    [{ a: 1 }, { b: 1 }],
    [{ a: 1 }, { a: 1, b: null }],
    [{ a: 1, b: null }, { a: 1 }],
    [{ constructor: null }, { a: null }],
  ])('do not include %j and %j', (a, b) => {
    expect(sameJson(a, b)).toBe(false)
  })

  it('include a value and its copy', () => {
    fc.assert(fc.property(values, value => expect(sameJson(value, structuredClone(value))).toBe(true)))
  })

  it('are found in either order, and include all with equal texts', () => {
    fc.assert(
      fc.property(values, values, (a, b) => {
        expect(sameJson(a, b)).toBe(sameJson(b, a))
        if (JSON.stringify(a) === JSON.stringify(b)) expect(sameJson(a, b)).toBe(true)
      }),
    )
  })
})
