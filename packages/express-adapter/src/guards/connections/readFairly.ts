import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { createFairQueue } from '@plenum/core'
import { networkOf } from '../networkOf.js'

/** The number of connections from which reading starts in one iteration of the event loop. */
const perIteration = 2
/**
 * The maximum number of consecutive iterations that only accept connections. Node accepts one connection in each
 * iteration, in the order of arrival, so a client waits one iteration for each connection that arrived before its own.
 * The kernel queues 511 connections for a Node server.
 */
const maxAccepting = 512

/**
 * Starts to read new connections in turn for each network (round-robin), a few at a time, after all pending connections
 * have been accepted. Node's parser takes a few milliseconds for 64 KiB of tiny chunks and cannot be interrupted. With
 * this order, a client waits for only a few such connections, regardless of how many connections another network has
 * opened before.
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
