import { manyUntil, send } from '../client.mjs'

const head =
  'POST /@querystring-search HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n'
/** A part of a request body: 64 KiB of chunks that contain one byte each. Each body consists of a hundred parts. */
const crumbs = Buffer.from('1\r\n \r\n'.repeat(10_922))
const pieces = 100

/**
 * Sends a body in small parts. If the body were sent as a whole, the system would copy megabytes for each connection,
 * and the measurement would include this cost, although the service does not cause it.
 */
function sendCrumbs(socket) {
  let left = pieces
  const more = () => {
    while (left > 0 && !socket.destroyed) {
      left -= 1
      if (!socket.write(crumbs)) return socket.once('drain', more)
    }
    socket.write('2\r\n{}\r\n0\r\n\r\n')
  }
  more()
}

export const shape = {
  name: '40 bodies in chunks of one byte',
  beside: ['uploads'],
  attack: ({ port, from, signal }) =>
    manyUntil(signal, 40, i => send(port, head, { from: from(i), signal, seconds: 60, next: sendCrumbs })),
}
