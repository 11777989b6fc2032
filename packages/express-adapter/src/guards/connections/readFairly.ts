import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { createFairQueue } from '@plenum/core'
import { networkOf } from '../networkOf.js'

const perIteration = 2
/**
 * The maximum number of consecutive iterations that only accept connections, which is above the number of connections
 * that the kernel queues for a Node server (511). Node accepts one connection per iteration.
 */
const maxAccepting = 512

/**
 * After all pending connections have been accepted, reads from a few new connections at a time, and alternates between
 * networks. Node's parser needs a few milliseconds for 64 KiB of tiny chunks and cannot be interrupted. A client
 * therefore waits for only a few connections with tiny chunks, regardless of how many connections another network has
 * opened.
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
