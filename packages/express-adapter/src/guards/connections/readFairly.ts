import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { createFairQueue } from '@plenum/core'
import { networkOf } from '../networkOf.js'

const perIteration = 2
/**
 * The maximum number of consecutive iterations that only accept connections. Node accepts one connection per iteration,
 * in order of arrival, so a client waits one iteration for each earlier connection. The kernel queues 511 connections
 * for a Node server.
 */
const maxAccepting = 512

/**
 * After all pending connections have been accepted, starts to read a few new connections at a time, taking the networks
 * in turn. Node's parser takes a few milliseconds for 64 KiB of tiny chunks and cannot be interrupted. In this order, a
 * client waits for only a few such connections, regardless of how many another network has opened.
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
