import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { createFairQueue } from '@plenum/core'
import { networkOf } from '../networkOf.js'

/** The number of connections that start to be read in one iteration of the event loop. */
const perIteration = 2
/**
 * The maximum number of consecutive iterations that only accept connections. Node accepts one in each iteration, in the
 * order of arrival, so a client waits for one iteration for each connection before its own. The kernel queues 511
 * connections for a Node server.
 */
const maxAccepting = 512

/**
 * Starts to read new connections round-robin by network, a few at a time, after all pending ones are accepted. Node's
 * parser takes some milliseconds for 64 KiB of tiny chunks and cannot be interrupted. In this order, other clients wait
 * for only a few such connections, no matter how many one network has opened before.
 */
export function readFairly(server: Server): void {
  const queue = createFairQueue<Socket>(Number.POSITIVE_INFINITY)
  let hasAccepted = false
  let accepting = 0
  const step = (): void => {
    accepting = hasAccepted ? accepting + 1 : maxAccepting
    hasAccepted = false
    if (accepting >= maxAccepting) for (let i = 0; i < perIteration; i++) queue.next()?.resume()
    if (queue.size() > 0) setImmediate(step)
    else accepting = 0
  }
  Object.assign(server, { pauseOnConnect: true })
  server.on('connection', (socket: Socket) => {
    if (queue.size() === 0) setImmediate(step)
    queue.add(networkOf(socket.remoteAddress ?? ''), socket)
    hasAccepted = true
  })
}
