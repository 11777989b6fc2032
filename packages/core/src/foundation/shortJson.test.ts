import type { JsonValue } from './json.js'
import { shareText, textOf, textUpTo } from './sharedText.js'

describe('a short JSON text', () => {
  it.each<[string, JsonValue]>([
    [
      'characters to escape',
      ['"', '\\', '\u0000', '\u001f', '\n', '\ud800', '\udfff x', '\u2028', 'é😀', '\u007f', ''],
    ],
    ['numbers', [0, -0, 1.5, 1e21, Number.NaN, Number.POSITIVE_INFINITY, null, true]],
    ['names', { 'a"b': 1, '': 2, __proto__: 3, 'ä\n': { constructor: [] } }],
    ['nothing', [{}, [], { a: undefined as unknown as JsonValue }, [undefined as unknown as JsonValue]]],
  ])('equals that of JSON.stringify for %s', (_, value) => {
    expect(textUpTo(value, 10_000)).toBe(JSON.stringify(value))
  })

  it('does not exist if the text exceeds the limit', () => {
    const value = { a: ['x'.repeat(20)] }
    const { length } = JSON.stringify(value)
    expect(textUpTo(value, length + 1)).toBe(JSON.stringify(value))
    expect(textUpTo(value, length)).toBeNull()
  })
})

describe('a value with a shared text', () => {
  it('is serialized once, and reused in every value that contains it', () => {
    const shared = shareText({ title: 'A "page"', tags: ['x'], more: { a: null } })
    expect(textUpTo([1, shared, { shared }], 1000)).toBe(JSON.stringify([1, shared, { shared }]))
    expect(textOf(shared)).toBe(JSON.stringify(shared))
  })

  it('is deeply frozen', () => {
    const shared = shareText({ list: [{ a: 1 }] })
    expect(() => Object.assign(shared, { b: 2 })).toThrow(TypeError)
    expect(() => Object.assign(shared.list[0] ?? {}, { a: 2 })).toThrow(TypeError)
    expect(() => shared.list.push({ a: 2 })).toThrow(TypeError)
  })
})
