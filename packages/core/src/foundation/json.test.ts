import fc from 'fast-check'
import { isJsonObject, type JsonValue, sameJson } from './json.js'

describe('an object of JSON', () => {
  it.each([{}, { a: 1 }, JSON.parse('{"__proto__": 1}')])('is %j', value => {
    expect(isJsonObject(value)).toBe(true)
  })

  it.each([null, undefined, [], 'a', 1, true])('is not %j', value => {
    expect(isJsonObject(value)).toBe(false)
  })
})

describe('values that are the same', () => {
  const values = fc.jsonValue({ maxDepth: 3 }) as fc.Arbitrary<JsonValue>

  it('are equal in all but the order of the keys', () => {
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
  ])('are not %j and %j', (a, b) => {
    expect(sameJson(a, b)).toBe(false)
  })

  it('are a value and its copy, whatever it is', () => {
    fc.assert(fc.property(values, value => expect(sameJson(value, structuredClone(value))).toBe(true)))
  })

  it('are the same both ways, and only where the texts are', () => {
    fc.assert(
      fc.property(values, values, (a, b) => {
        expect(sameJson(a, b)).toBe(sameJson(b, a))
        if (JSON.stringify(a) === JSON.stringify(b)) expect(sameJson(a, b)).toBe(true)
      }),
    )
  })
})
