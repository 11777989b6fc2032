import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { createFairQueue } from '@plenum/core'
import { networkOf } from './networkOf.js'

/** Connections that start to be read in one iteration of the event loop. */
const atOnce = 2
/**
 * Maximum number of consecutive iterations that only accept connections. Node accepts one in each iteration, in the
 * order of arrival: a client waits for all iterations of those before it. The kernel queues 511 for a server of Node.
 */
const mostAccepting = 512

/**
 * Starts to read new connections round-robin by network, a few at a time, after all pending ones are accepted. Node's
 * parser takes some milliseconds for 64 KiB of tiny chunks and cannot be interrupted: this way others wait for a few of
 * such connections only, however many one network has opened before.
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
