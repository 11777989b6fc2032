import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { createFairQueue } from '@plenum/core'
import { networkOf } from './networkOf.js'

/** Connections that begin to be read in one iteration of the event loop. */
const atOnce = 2
/** Iterations in a row that only accept connections. */
const mostAccepting = 100

/**
 * Begins to read new connections address by address, a few at a time, once those that came together have been accepted.
 * Node's parser takes some milliseconds for 64 KiB of tiny chunks, which nothing can interrupt: others wait for a few of
 * such connections, however many an address has opened before.
 */
export function readInTurn(server: Server): void {
  const line = createFairQueue<Socket>(Number.POSITIVE_INFINITY)
  let hasAccepted = false
  let accepting = 0
  const step = (): void => {
    accepting = hasAccepted ? accepting + 1 : mostAccepting
    hasAccepted = false
    if (accepting >= mostAccepting) for (let i = 0; i < atOnce; i++) line.next()?.resume()
    if (line.size() > 0) setImmediate(step)
    else accepting = 0
  }
  Object.assign(server, { pauseOnConnect: true })
  server.on('connection', (socket: Socket) => {
    if (line.size() === 0) setImmediate(step)
    line.add(networkOf(socket.remoteAddress ?? ''), socket)
    hasAccepted = true
  })
}
