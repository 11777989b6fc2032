import { deflateRawSync } from 'node:zlib'
import fc from 'fast-check'
import { v8Codec } from './codec.js'
import { type EnvelopeOptions, envelope } from './envelope.js'

const token = Buffer.alloc(16, 7)
const payload = v8Codec.encode({ title: 'Compost', tags: ['a', 'b'] })
const kinds: readonly [string, EnvelopeOptions][] = [
  ['checked', { maxUnpacked: 10_000 }],
  ['signed', { maxUnpacked: 10_000, secret: 'key' }],
  ['packed', { maxUnpacked: 10_000, compressFrom: 0 }],
]

describe.each(kinds)('a %s envelope (docs/caching.md, Envelopes)', (_name, options) => {
  const { seal, open, overhead } = envelope(options)

  it('returns token and payload', () => {
    fc.assert(
      fc.property(
        fc.uint8Array({ minLength: 16, maxLength: 16 }),
        fc.uint8Array(),
        fc.string(),
        (anyToken, bytes, key) => {
          const opened = open(key, seal(key, { token: anyToken, payload: bytes }))
          expect([...(opened?.token ?? [])]).toEqual([...anyToken])
          expect([...(opened?.payload ?? [])]).toEqual([...bytes])
        },
      ),
    )
  })

  it('does not open with another key', () => {
    expect(open('a', seal('b', { token, payload }))).toBeNull()
  })

  it('does not open if it is truncated or any bit is flipped', () => {
    const sealed = seal('key', { token, payload })
    for (let end = 0; end < sealed.length; end++) expect(open('key', sealed.subarray(0, end))).toBeNull()
    for (let bit = 0; bit < sealed.length * 8; bit++) {
      const turned = Buffer.from(sealed)
      turned[bit >> 3] = (turned[bit >> 3] ?? 0) ^ (1 << (bit & 7))
      expect(open('key', turned)).toBeNull()
    }
  })

  it('does not open if its bytes come from another source', () => {
    fc.assert(fc.property(fc.uint8Array(), bytes => expect(open('key', bytes)).toBeNull()))
    const other = envelope({ ...options, secret: 'another key' })
    expect(open('key', other.seal('key', { token, payload }))).toBeNull()
  })

  it('adds exactly the stated overhead if it is not compressed', () => {
    if (options.compressFrom === undefined)
      expect(seal('key', { token, payload })).toHaveLength(payload.length + overhead)
  })
})

it('an envelope that decompresses to more than the limit does not open', () => {
  const { open } = envelope({ maxUnpacked: 1000 })
  const { seal } = envelope({ maxUnpacked: Number.POSITIVE_INFINITY, compressFrom: 0 })
  expect(open('key', seal('key', { token, payload: Buffer.alloc(1000) }))?.payload).toHaveLength(1000)
  expect(open('key', seal('key', { token, payload: Buffer.alloc(1001) }))).toBeNull()
  expect(deflateRawSync(Buffer.alloc(300_000_000)).length).toBeLessThan(300_000)
  expect(open('key', seal('key', { token, payload: Buffer.alloc(300_000_000) }))).toBeNull()
})

it('an envelope compresses nothing that it could not decompress again', () => {
  const { seal, open, overhead } = envelope({ maxUnpacked: 1000, compressFrom: 0 })
  expect(seal('key', { token, payload: Buffer.alloc(1000) }).length).toBeLessThan(100)
  const sealed = seal('key', { token, payload: Buffer.alloc(1001) })
  expect(sealed).toHaveLength(1001 + overhead)
  expect(open('key', sealed)?.payload).toEqual(Buffer.alloc(1001))
})

/**
 * Envelopes of version 1. If a change makes these envelopes unreadable, increment the version instead of editing the
 * strings.
 */
const released: readonly [string, EnvelopeOptions, string][] = [
  ['checked', { maxUnpacked: 1000 }, 'UG0BAAcHBwcHBwcHBwcHBwcHBwePD/dgdmFsdWU='],
  ['packed', { maxUnpacked: 1000, compressFrom: 0 }, 'UG0BAQcHBwcHBwcHBwcHBwcHBwfYOJZ5K0vMKU0FAA=='],
  [
    'signed',
    { maxUnpacked: 1000, secret: 'key' },
    'UG0BAAcHBwcHBwcHBwcHBwcHBwfwXx84PYM8oJwjEDS1OAEM+JxbZIfFjNduAhvwOnQyKHZhbHVl',
  ],
]

describe.each(released)('a %s envelope of version 1 (docs/caching.md, Envelopes)', (_name, options, text) => {
  it('opens', () => {
    const opened = envelope(options).open('plenum:f:1', Buffer.from(text, 'base64'))
    expect(Buffer.from(opened?.payload ?? []).toString()).toBe('value')
    expect([...(opened?.token ?? [])]).toEqual([...token])
  })
})

it('altered bytes do not open after the genuine bytes have opened, and neither do genuine bytes of another key', () => {
  const { seal, open } = envelope({ maxUnpacked: 1000, secret: 'key' })
  const sealed = seal('a', { token, payload: Buffer.from('value') })
  for (let round = 0; round < 2; round++) expect(open('a', sealed)?.payload).toEqual(Buffer.from('value'))
  for (const [i, byte] of sealed.entries()) {
    const altered = Buffer.from(sealed)
    altered[i] = byte ^ 1
    expect(open('a', altered)).toBeNull()
  }
  expect(open('b', sealed)).toBeNull()
  expect(open('a', sealed)?.payload).toEqual(Buffer.from('value'))
})

it('bytes that were altered in place do not open', () => {
  const { seal, open } = envelope({ maxUnpacked: 1000, secret: 'key' })
  const sealed = seal('a', { token, payload: Buffer.from('value') })
  open('a', sealed)
  sealed.write('other', sealed.length - 5)
  expect(open('a', sealed)).toBeNull()
})
