import { isDeepStrictEqual } from 'node:util'
import { anyText } from '@plenum/testkit'
import fc from 'fast-check'
import { canonicalKey, canonicalList } from './canonicalKey.js'

class Point {
  constructor(readonly x: number) {}
}

describe('the canonical key (docs/caching.md, Keys)', () => {
  it('is different for each of these values', () => {
    const values = [
      ...[1, '1', true, 'true', null, undefined, 'null', '', 0, 1n, Number.NaN, 'NaN', Number.POSITIVE_INFINITY],
      ...[[], {}, new Map(), new Set(), [[]], [1], ['1'], [undefined], [null], [1, 2], [12], [2, 1], [[1], 2]],
      ...[['a b', 'c'], ['a', 'b c'], ['ab', 'c'], ['s1:a'], ['s1:', 'a'], 's1:a'],
      ...[{ a: 1 }, { a: '1' }, { a: undefined }, { b: 1 }, { a: { b: 1 } }, [['a', 1]], { 'a,b': 1 }, { a: 1, b: 1 }],
      ...[new Map([['a', 1]]), new Set(['a', 1]), new Set([['a', 1]]), new Set(['a'])],
      ...[new Date(0), new Date(1), new Date(Number.NaN), Uint8Array.of(), Uint8Array.of(0), Uint8Array.of(0, 0)],
      ...['\ud800', '\ud801', '\ufffd', '"\\ud800"', '😀', JSON.parse('{"__proto__":1}'), { constructor: 1 }],
    ]
    expect(new Set(values.map(canonicalKey)).size).toBe(values.length)
  })

  it.each([
    [
      { a: 1, b: 2 },
      { b: 2, a: 1 },
    ],
    [0, -0],
    [
      new Map([
        ['a', 1],
        ['b', 2],
      ]),
      new Map([
        ['b', 2],
        ['a', 1],
      ]),
    ],
    [new Set([1, '1']), new Set(['1', 1])],
    [Buffer.from('ab'), Uint8Array.of(97, 98)],
    [{ a: 1 }, Object.assign(Object.create(null), { a: 1 })],
    [new Date(5), new Date(5)],
  ])('is the same for %p and %p', (one, other) => {
    expect(canonicalKey(one)).toBe(canonicalKey(other))
  })

  const cycle: unknown[] = []
  cycle.push(cycle)

  it.each([
    ['a function', () => 1],
    ['a symbol', Symbol('a')],
    ['an instance of Point', new Point(1)],
    ['an instance of Point', { a: [new Point(1)] }],
    ['an instance of Promise', Promise.resolve(1)],
    ['an instance of Number', Object(1)],
    ['an instance of Map', Object.create(Map.prototype)],
    ['an instance of RegExp', /a/],
    ['an array with holes or named properties', new Array(1)],
    ['an array with holes or named properties', Object.assign([1], { a: 1 })],
    ['an array with holes or named properties', Object.assign(new Array(1), { a: 1 })],
    ['an array with holes or named properties', Object.assign(new Array(1), { [Symbol('a')]: 1 })],
    ['an array with holes or named properties', Object.assign(new Array(2), { a: 1, b: 2 })],
    ['an array with holes or named properties', { a: [Object.assign(new Array(1), { '-1': 1 })] }],
    ['an array with holes or named properties', Object.assign(new Array(3), { 0: 1, 2: 3, x: 'foo' })],
    ['a built-in object with additional properties', Object.assign(new Map(), { a: 1 })],
    ['a built-in object with additional properties', Object.assign(new Set(), { a: 1 })],
    ['a built-in object with additional properties', Object.assign(new Date(0), { [Symbol('a')]: 1 })],
    ['an object with hidden properties', { [Symbol('a')]: 1 }],
    ['an object with hidden properties', Object.defineProperty({}, 'a', { value: 1 })],
    ['more than 100 levels, or a cycle', cycle],
  ])('is rejected for %s, with a valid alternative', (kind, value) => {
    expect(() => canonicalKey(value)).toThrow(
      `A key of a memoized function cannot hold ${kind}; give the option "key" a function that returns plain values.`,
    )
  })

  it('accepts bytes of any length', () => {
    const bytes = Uint8Array.from({ length: 100_000 }, (_, i) => i)
    expect(canonicalKey(bytes)).toBe(canonicalKey(bytes.slice()))
    expect(canonicalKey(bytes)).not.toBe(canonicalKey(bytes.slice(1)))
  })

  const plain = fc.anything({
    withBigInt: true,
    withDate: true,
    withMap: true,
    withSet: true,
    withNullPrototype: false,
    maxDepth: 3,
    values: [fc.boolean(), fc.integer({ max: 3 }), anyText({ maxLength: 3 }), fc.constant(undefined)],
  })

  it('is equal for two values exactly if they are equal', () => {
    const pairs = fc.tuple(plain, plain)
    fc.assert(
      fc.property(pairs, ([one, other]) => {
        expect(canonicalKey(one) === canonicalKey(other)).toBe(isDeepStrictEqual(positive(one), positive(other)))
      }),
      { numRuns: 3000 },
    )
  })

  it('distinguishes values with a single difference', () => {
    const changed = fc.tuple(fc.jsonValue(), fc.jsonValue(), fc.string()).map(([base, part, name]) => [
      { [name]: base, other: [base] },
      { [name]: part, other: [base] },
    ])
    fc.assert(
      fc.property(changed, ([one, other]) => {
        expect(canonicalKey(one) === canonicalKey(other)).toBe(isDeepStrictEqual(positive(one), positive(other)))
      }),
      { numRuns: 1000 },
    )
  })

  it('of a list equals that of an array', () => {
    for (const items of [[], ['a b', 'c'], [undefined], [[1], { a: new Map() }, 1n]])
      expect(canonicalList(items)).toBe(canonicalKey(items))
    expect(() => canonicalList([() => {}])).toThrow('a function')
  })
})

/** Replaces -0 with 0, because keys do not distinguish -0 from 0. */
function positive(value: unknown): unknown {
  if (value === 0) return 0
  if (Array.isArray(value)) return value.map(positive)
  if (value instanceof Map) return new Map([...value].map(([key, item]) => [positive(key), positive(item)]))
  if (value instanceof Set) return new Set([...value].map(positive))
  if (typeof value !== 'object' || value === null || value instanceof Date) return value
  const copy = {}
  for (const [name, item] of Object.entries(value))
    Object.defineProperty(copy, name, { value: positive(item), enumerable: true })
  return copy
}
