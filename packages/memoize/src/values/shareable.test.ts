import { isDeepStrictEqual, types } from 'node:util'
import fc from 'fast-check'
import { notShareableReason } from './shareable.js'

const { isDate, isMap, isSet } = types

class Moment {
  constructor(readonly at = 0) {}
}

class Names extends Map<string, string> {}

const cycle: { self?: unknown; list: unknown[] } = { list: [] }
cycle.self = cycle
cycle.list.push(cycle, cycle.list)

function argumentsOf(..._: readonly unknown[]): unknown {
  // biome-ignore lint/complexity/noArguments: the test needs this object
  return arguments
}

describe('a shareable value (docs/caching.md, Shareable values)', () => {
  it.each([
    ['primitive values', [undefined, null, true, 0, -0, Number.NaN, Number.NEGATIVE_INFINITY, 2n ** 70n, '', '\ud800']],
    ['plain objects', { a: { b: [1, { c: 2 }] }, constructor: 1, ['__proto__']: 2 }],
    ['an object with a key __proto__', JSON.parse('{"__proto__": {"a": 1}}')],
    ['maps in maps', new Map<unknown, unknown>([[new Map([[{}, []]]), new Set([new Map()])]])],
    ['dates and regular expressions', [new Date(0), /a/gi]],
    ['bytes', [Uint8Array.of(1), new DataView(new ArrayBuffer(2)), new ArrayBuffer(3), new BigInt64Array(1)]],
    ['errors of the language', [new Error('a', { cause: { b: 1 } }), new TypeError('b')]],
    ['cycles', cycle],
    ['sparse arrays', Object.assign(new Array(5), { 1: [2] })],
    ['an array with a named list', Object.assign([1], { more: [2] })],
    ['frozen objects', Object.freeze({ a: Object.freeze([1]) })],
  ])('may contain %s', (_, value) => {
    expect(notShareableReason(value)).toBeNull()
  })

  it('may have further prototypes that the codec guarantees', () => {
    expect(notShareableReason({ a: Buffer.from('a') })).toBe('$.a: an instance of Buffer')
    expect(notShareableReason({ a: Buffer.from('a') }, [Buffer.prototype])).toBeNull()
  })

  it('may nest to the maximal depth without a stack overflow', () => {
    let deep: unknown = []
    for (let i = 0; i < 200_000; i++) deep = [deep]
    expect(notShareableReason(deep)).toBeNull()
  })
})

describe('an unshareable value (docs/caching.md, Shareable values)', () => {
  const sparse: unknown[] = []
  sparse[7] = new Moment()

  it.each([
    ['$: an instance of Moment', new Moment()],
    ['$.rows[3].when: an instance of Moment', { rows: [1, 2, {}, { when: new Moment() }] }],
    [
      '$[key 1]: an instance of Moment',
      new Map<unknown, unknown>([
        [1, 2],
        [new Moment(), 3],
      ]),
    ],
    [
      '$[value 1].a: a function',
      new Map<unknown, unknown>([
        [1, 2],
        [3, { a: () => 1 }],
      ]),
    ],
    ['$[item 1]: an instance of Moment', new Set([1, new Moment()])],
    ['$[7]: an instance of Moment', sparse],
    ['$.groups: an object without a prototype', /(?<a>b)/.exec('b')],
    ['$["a b"]: a symbol', { 'a b': Symbol('secret') }],
    ['$.über: a function', { über: () => 1 }],
    [
      '$.a: an accessor',
      {
        get a() {
          return 1
        },
      },
    ],
    ['$: an object with hidden properties', { [Symbol('a')]: 1 }],
    ['$: an object with hidden properties', Object.defineProperty({}, 'a', { value: 1 })],
    ['$: an array with hidden properties', Object.assign([1], { [Symbol('a')]: 1 })],
    ['$: an object without a prototype', Object.create(null)],
    ['$: an instance of Names', new Names()],
    ['$: an instance of Map', Object.create(Map.prototype)],
    ['$: an instance of Date', Object.create(Date.prototype)],
    ['$: a built-in object with additional properties', Object.assign(new Map(), { a: 1 })],
    ['$: a built-in object with additional properties', Object.assign(new Date(0), { a: 1 })],
    ['$: a built-in object with additional properties', Object.assign(new Error('a'), { code: 'A' })],
    ['$.cause: an instance of Moment', new Error('a', { cause: new Moment() })],
    ['$: an error whose message is not a string', Object.defineProperty(new Error(), 'message', { value: 1 })],
    ['$: an instance of AggregateError', new AggregateError([])],
    ['$: a regular expression with a lastIndex other than 0', Object.assign(/a/g, { lastIndex: 2 })],
    ['$: an instance of Promise', Promise.resolve()],
    ['$: an instance of Object', argumentsOf(1)],
    ['$: an instance of Object', Object.setPrototypeOf(new Error('a'), Object.prototype)],
    ['$: an instance of WeakMap', new WeakMap()],
    ['$: an instance of Number', Object(1)],
    ['$: an instance of URL', new URL('https://u:secret@site.example')],
    ['$: an instance of SharedArrayBuffer', new SharedArrayBuffer(1)],
    ['$: bytes shared between threads', new Uint8Array(new SharedArrayBuffer(1))],
    ['$: bytes with hidden properties', Object.assign(Uint8Array.of(1), { [Symbol('a')]: 1 })],
    ['$: an instance of a class without a name', new (class {})()],
    ['$: a function', () => 1],
  ])('is reported with its place and kind: %s', (reason, value) => {
    expect(notShareableReason(value)).toBe(reason)
  })

  it('is reported briefly', () => {
    const name = 'x'.repeat(1000)
    expect(notShareableReason({ [name]: () => 1 })?.length).toBeLessThan(300)
  })
})

describe('the inspection of values', () => {
  const unshareable = [new Moment(1), () => 1, Symbol('a'), Object.create(null), new Names([['a', 'b']])]
  const anything = fc.anything({
    withBigInt: true,
    withDate: true,
    withMap: true,
    withSet: true,
    withSparseArray: true,
    withTypedArray: true,
    maxDepth: 4,
    values: [fc.boolean(), fc.double(), fc.string(), fc.constant(undefined), fc.constantFrom(...unshareable)],
  })

  it('accepts exactly the values whose copy is equal and has the same prototypes', () => {
    let shared = 0
    fc.assert(
      fc.property(anything, value => {
        const isShareable = notShareableReason(value) === null
        shared += isShareable ? 1 : 0
        expect(isShareable).toBe(comesBack(value))
      }),
      { numRuns: 2000 },
    )
    expect(shared).toBeGreaterThan(200)
  })
})

function comesBack(value: unknown): boolean {
  try {
    return isDeepStrictEqual(shapeOf(structuredClone(value)), shapeOf(value))
  } catch {
    return false
  }
}

/**
 * Returns all properties of a value. Prototypes are represented by their names, because the test runner creates copies
 * of values in a different realm.
 */
function shapeOf(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  const properties = Reflect.ownKeys(value).map(name => [name, shapeOf(Reflect.get(value, name))])
  return [Object.getPrototypeOf(value)?.constructor.name, contentOf(value), properties]
}

function contentOf(value: object): unknown {
  if (isDate(value)) return value.getTime()
  if (isMap(value)) return Array.from(value, ([key, item]) => [shapeOf(key), shapeOf(item)])
  return isSet(value) ? Array.from(value, shapeOf) : null
}
