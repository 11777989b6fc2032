import { serialize } from 'node:v8'
import fc from 'fast-check'
import { type Codec, v8Codec } from './codec.js'
import { exactCodec, isExactInJson } from './exactCodec.js'

const shared = { title: 'Compost' }
const cycle: { self?: unknown } = {}
cycle.self = cycle
const holed = new Array(3).fill(1, 0, 2)

/** Values that JSON does not preserve (docs/caching.md, Shareable values). */
const beyondJson: readonly [string, unknown][] = [
  ['undefined', undefined],
  ['a property that is undefined', { title: undefined }],
  ['NaN', [Number.NaN]],
  ['an infinite number', { most: Number.POSITIVE_INFINITY }],
  ['-0', [-0]],
  ['a bigint', { votes: 10n }],
  ['a date', { start: new Date(0) }],
  ['a map in a map', new Map([['a', new Map([[{ b: 1 }, 2]])]])],
  ['a set', new Set([1, '1'])],
  ['a regular expression', /compost/giu],
  ['an error', new TypeError('too wet')],
  ['bytes', { bytes: Uint8Array.of(1, 2, 3) }],
  ['an array with a hole', holed],
  ['an array with a hole and a name', Object.assign([...holed.slice(0, 2)], { length: 3, title: 'Compost' })],
  ['an array with a name', Object.assign([1], { title: 'Compost' })],
  ['an object in two places', [shared, shared]],
  ['a cycle', cycle],
  ['a property called toJSON', { toJSON: 1 }],
]

const withinJson: readonly [string, unknown][] = [
  ['null', null],
  ['a text', 'Compost'],
  ['an empty text', ''],
  ['a text of Latin letters', 'Füße für Anfänger ÿ'],
  ['a text of other letters', 'Κομπόστ — 堆肥 🌱'],
  ['half a character', ['\ud83c', 'a\udf31b']],
  ['characters with a meaning in JSON', '"\\\u0000\u2028\u007f'],
  ['numbers', [0, 1, -1, 0.1, 5e-324, Number.MAX_VALUE, Number.MAX_SAFE_INTEGER + 1]],
  ['empty collections', [{}, [], { a: [] }]],
  ['keys of any kind', { '': 1, 10: 2, 9: 3, constructor: 4, é: 5, 堆: 6 }],
  ['a key __proto__ of its own', JSON.parse('{"__proto__": {"isAdmin": true}}')],
]

const codecs: readonly [string, Codec][] = [
  ['v8Codec', v8Codec],
  ['exactCodec', exactCodec],
]

describe.each(codecs)('%s (docs/caching.md, Shareable values)', (_name, { encode, decode }) => {
  it.each([...beyondJson, ...withinJson])('preserves %s', (_what, value) => {
    const back = decode(encode(value))
    expect(back).toStrictEqual(value)
    expect(Object.prototype.toString.call(back)).toBe(Object.prototype.toString.call(value))
  })

  it('preserves any value that JSON or V8 can represent', () => {
    // Invalid dates are excluded, because Jest considers two invalid dates different.
    const values = fc
      .anything({
        withBigInt: true,
        withDate: true,
        withMap: true,
        withSet: true,
        withSparseArray: true,
      })
      .filter(value => !fc.stringify(value).includes('Date(NaN)'))
    fc.assert(
      fc.property(values, value => expect(decode(encode(value))).toStrictEqual(value)),
      { numRuns: 500 },
    )
  })

  it('preserves the order of keys', () => {
    const value = { b: 1, a: 2, 2: 3, 1: 4 }
    expect(Object.keys(Object(decode(encode(value))))).toEqual(Object.keys(value))
  })

  it('gives each reader separate bytes', () => {
    const bytes = encode({ small: Uint8Array.of(1), wide: Float64Array.of(1.5), text: Buffer.from('a') })
    const [one, other] = [decode(bytes), decode(bytes)] as ReturnType<typeof JSON.parse>[]
    one.small[0] = one.wide[0] = one.text[0] = 9
    expect([other.small[0], other.wide[0], other.text[0]]).toEqual([1, 1.5, 97])
    expect(decode(bytes)).toStrictEqual(other)
    expect(one.small.buffer.byteLength).toBeLessThanOrEqual(bytes.length)
  })

  it('throws for bytes that encode no value, and for a truncated value', () => {
    const broken = [Uint8Array.of(), Uint8Array.of(0), Uint8Array.of(3, 49), Uint8Array.of(1), Uint8Array.of(255)]
    for (const bytes of broken) expect(() => decode(bytes)).toThrow()
    for (const value of [{ title: 'Compost', tags: ['a', 'b'] }, new Map([['a', 'bc']])]) {
      const bytes = encode(value)
      for (let end = 0; end < bytes.length; end++) expect(() => decode(bytes.subarray(0, end))).toThrow()
    }
  })

  it('decodes bytes at any offset of a buffer', () => {
    const bytes = encode({ title: 'Füße 堆肥' })
    const around = new Uint8Array(bytes.length + 20).fill(7)
    around.set(bytes, 11)
    expect(decode(around.subarray(11, 11 + bytes.length))).toEqual({ title: 'Füße 堆肥' })
  })
})

describe('the values that are exact in JSON', () => {
  it.each(withinJson)('include %s', (_what, value) => expect(isExactInJson(value)).toBe(true))
  it.each(beyondJson)('exclude %s', (_what, value) => expect(isExactInJson(value)).toBe(false))

  it('exclude objects with a custom prototype', () => {
    expect(isExactInJson(Object.create(null))).toBe(false)
    expect(isExactInJson(Object.create({ title: 'Compost' }))).toBe(false)
  })
})

it('codecs do not share keys', () => {
  expect(exactCodec.form).not.toBe(v8Codec.form)
})

/**
 * Values in the current format. If a change makes these values unreadable, use a different format instead of editing
 * the strings.
 */
const released: readonly [string, unknown][] = [
  ['AXsidGl0bGUiOiJG/N9lIn0=', { title: 'Füße' }],
  ['Alsi5aCG6IKlIl0=', ['堆肥']],
  ['/w87IgFhWhABAAAAAAAAADoC', new Map([['a', 1n]])],
]

describe('the form json-v8-15 (docs/caching.md, Envelopes)', () => {
  it.each(released)('still decodes %s', (text, value) => {
    expect(exactCodec.decode(Buffer.from(text, 'base64'))).toStrictEqual(value)
  })

  it('is named after the version of the V8 format on this platform', () => {
    expect(exactCodec.form).toBe(`json-v8-${serialize(0)[1]}`)
  })
})
