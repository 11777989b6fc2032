import { deflateSync, gzipSync } from 'node:zlib'
import fc from 'fast-check'
import type { Header } from './arbitraryHeaders.js'

/**
 * The bytes of a body and the headers that describe it. `isWhole` is false if the headers misstate the end of the body.
 */
export interface Framing {
  readonly headers: readonly Header[]
  readonly bytes: Buffer
  readonly isWhole: boolean
}

const plain = (bytes: Buffer, ...headers: readonly Header[]): Framing => ({
  headers: bytes.length > 0 || headers.length > 0 ? [['Content-Length', String(bytes.length)], ...headers] : headers,
  bytes,
  isWhole: true,
})

export const rightFraming = (body: Buffer): fc.Arbitrary<Framing> =>
  fc.oneof(
    { weight: 12, arbitrary: fc.constant(plain(body)) },
    { weight: 1, arbitrary: fc.constantFrom(1, 1000, 100_000).map(size => chunked(body, size)) },
    { weight: 1, arbitrary: packed(body) },
  )

function chunked(body: Buffer, size: number): Framing {
  const parts: Buffer[] = []
  // A few hundred chunks are enough, because more chunks would not test anything new.
  const step = Math.max(size, Math.ceil(body.length / 300))
  for (let at = 0; at < body.length; at += step) {
    const part = body.subarray(at, at + step)
    parts.push(Buffer.from(`${part.length.toString(16)}\r\n`), part, Buffer.from('\r\n'))
  }
  return {
    headers: [['Transfer-Encoding', 'chunked']],
    bytes: Buffer.concat([...parts, Buffer.from('0\r\n\r\n')]),
    isWhole: true,
  }
}

const packers: readonly (readonly [coding: string, pack: (body: Buffer) => Buffer])[] = [
  ['gzip', gzipSync],
  ['deflate', deflateSync],
]

/** Generates compressed bodies. To save time, a body is not compressed until the generator produces it. */
const packed = (body: Buffer): fc.Arbitrary<Framing> =>
  fc.constantFrom(...packers).map(([coding, pack]) => plain(pack(body), ['Content-Encoding', coding]))

const bomb = (): Framing => plain(gzipSync(Buffer.alloc(8 * 1024 * 1024, 0x20)), ['Content-Encoding', 'gzip'])

/** Generates bodies with wrong content encodings and unusual headers. The length of the body is correct. */
export const oddEncoding = (body: Buffer): fc.Arbitrary<Framing> =>
  fc.oneof(
    fc
      .constantFrom('gzip', 'br', 'deflate', 'identity', 'zstd', 'gzip, gzip', '', 'x'.repeat(2000))
      .map(coding => plain(body, ['Content-Encoding', coding])),
    fc.constant(null).map(() => plain(gzipSync(body).subarray(0, 15), ['Content-Encoding', 'gzip'])),
    fc.constant(null).map(bomb),
    fc.constant(plain(body, ['Expect', '100-continue'])),
    fc.constant(plain(body, ['Expect', 'nothing'])),
    fc.constant(plain(body, ['Connection', 'keep-alive, Upgrade'], ['Upgrade', 'websocket'])),
  )

const broken = (bytes: Buffer, ...headers: readonly Header[]): Framing => ({ headers, bytes, isWhole: false })

/** Generates bodies with wrong, repeated or malformed lengths and with malformed header lines. */
export const brokenFraming = (body: Buffer): fc.Arbitrary<Framing> =>
  fc.constantFrom(
    broken(body, ['Content-Length', String(body.length + 10)]),
    broken(body, ['Content-Length', String(Math.max(0, body.length - 5))]),
    broken(body, ['Content-Length', '-1']),
    broken(body, ['Content-Length', '1e3']),
    broken(body, ['Content-Length', '9'.repeat(30)]),
    broken(body, ['Content-Length', '5'], ['Content-Length', '6']),
    broken(body, ['Content-Length', String(body.length)], ['Transfer-Encoding', 'chunked']),
    broken(body, ['Transfer-Encoding', 'chunked']),
    broken(body, ['Transfer-Encoding', 'gzip, chunked']),
    broken(body, ['Transfer-Encoding', 'identity']),
    broken(Buffer.concat([Buffer.from('zz\r\n'), body]), ['Transfer-Encoding', 'chunked']),
    broken(Buffer.from(`${'0'.repeat(40)}\r\n\r\n`), ['Transfer-Encoding', 'chunked']),
    broken(Buffer.from(`5;${'e'.repeat(20_000)}\r\nabcde\r\n0\r\n\r\n`), ['Transfer-Encoding', 'chunked']),
    broken(body, ['Host', 'a'], ['Host', 'b'], ['Content-Length', String(body.length)]),
    broken(body, [' X', 'y']),
    broken(body, ['X\0', 'y']),
    broken(body, ['X-A', 'b\0c']),
    broken(body, ['X-A', 'b\nGET / HTTP/1.1']),
    broken(body, ['', '']),
    broken(body, ['X-Large', 'a'.repeat(60_000)]),
    broken(body, ...Array.from({ length: 3000 }, (_, i): Header => [`X-${i}`, '1'])),
  )
