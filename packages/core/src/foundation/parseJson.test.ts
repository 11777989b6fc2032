import fc from 'fast-check'
import { parseJson } from './parseJson.js'

const nested = (levels: number) => '['.repeat(levels) + ']'.repeat(levels)

describe('parsed JSON', () => {
  it('equals the result of JSON.parse', () => {
    fc.assert(fc.property(fc.json({ maxDepth: 20 }), text => expect(parseJson(text)).toEqual(JSON.parse(text))))
  })

  it('nests at most 64 levels deep', () => {
    expect(parseJson(nested(64))).toEqual(JSON.parse(nested(64)))
    expect(parseJson(`[${`${nested(63)},`.repeat(99)}${nested(63)}]`)).toHaveLength(100)
    for (const text of [nested(65), '{"a":'.repeat(65), `[0, {"a": ${nested(63)}}]`, nested(1_000_000), '['.repeat(65)])
      expect(() => parseJson(text)).toThrow(expect.objectContaining({ code: 'bad-request' }))
  })

  it('may have any number of brackets in its texts and keys', () => {
    const text = `${'['.repeat(100)}"\\`
    expect(parseJson(JSON.stringify({ [text]: text }))).toEqual({ [text]: text })
    expect(parseJson('["\\\\", "\\"[", "\\u005b"]')).toEqual(['\\', '"[', '['])
  })

  it.each(['', '[', '"', '"\\', ']'.repeat(100), '{"a":}', nested(64).slice(1), 'nope'])('is rejected: %j', text => {
    expect(() => parseJson(text)).toThrow(SyntaxError)
  })

  it('is scanned once', () => {
    const start = performance.now()
    for (const text of [`"${'\\"'.repeat(500_000)}`, '"'.repeat(1_000_000), '"['.repeat(500_000), '[]'.repeat(500_000)])
      expect(() => parseJson(text)).toThrow()
    // A quadratic algorithm would take minutes for this input.
    expect(performance.now() - start).toBeLessThan(5000)
  })
})
