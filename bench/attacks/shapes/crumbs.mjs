import { manyUntil, send } from '../client.mjs'

const head =
  'POST /@querystring-search HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n'
const crumbs = Buffer.from(`${head}${'1\r\n \r\n'.repeat(1_000_000)}2\r\n{}\r\n0\r\n\r\n`)

export const shape = {
  name: '40 bodies in chunks of one byte',
  beside: ['uploads'],
  attack: ({ port, from, signal }) =>
    manyUntil(signal, 40, i => send(port, crumbs, { from: from(i), signal, seconds: 60 })),
}
