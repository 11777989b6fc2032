import type { Server } from 'node:http'
import net, { type Socket } from 'node:net'
import { setTimeout as delay, setImmediate as nextIteration } from 'node:timers/promises'
import { trackConnections } from './trackConnections.js'

/**
 * The interval between two checks for idle connections, in milliseconds. A connection is closed if it is idle in two
 * consecutive checks, because a request that was in transit at the first check arrives before the second.
 */
const interval = 250

/**
 * Stops accepting connections. Clients on open connections are not notified yet, because a client that reconnected at
 * this moment would receive a reset.
 */
export async function stopListening(server: Server): Promise<void> {
  await queueIsEmpty(server)
  // The `close` function of Node's HTTP server is not used, because it would also close idle connections immediately,
  // even if their next request is in transit.
  net.Server.prototype.close.call(server)
}

/**
 * Ends the connections of a server that has stopped listening. Responses contain `Connection: close`, idle connections
 * are closed within half a second, and requests that are still running after `graceOver` are aborted. The server must
 * have been created by `createServer`, or by Node and then passed to `trackConnections`. Resolves when all connections
 * have ended (docs/operate.md, Start and stop).
 */
export async function drainConnections(server: Server, graceOver: AbortSignal): Promise<void> {
  const { announceClose, idle, ended } = trackConnections(server)
  announceClose()
  const timer = setInterval(closerOfIdle(idle), interval)
  const cutOff = (): void => server.closeAllConnections()
  if (graceOver.aborted) cutOff()
  else graceOver.addEventListener('abort', cutOff)
  await ended
  clearInterval(timer)
  graceOver.removeEventListener('abort', cutOff)
  // Only the `close` function of the HTTP server stops Node's timer for slow headers.
  server.close()
  // The delay is needed, because a request detects only in the next event loop iteration that its connection has
  // closed.
  await delay(1)
}

function closerOfIdle(idle: () => readonly Socket[]): () => void {
  let before: ReadonlySet<Socket> = new Set()
  return () => {
    const now = idle()
    for (const socket of now) if (before.has(socket)) socket.destroySoon()
    before = new Set(now)
  }
}

/**
 * Times in milliseconds: the maximum duration of a short event loop iteration (`short`), the maximum wait for a short
 * iteration after the last accepted connection (`maxWait`), and the maximum total wait (`maxTotal`). On a busy
 * machine, accepting a hundred connections takes more than a second.
 */
const iteration = { short: 0.2, maxWait: 1000, maxTotal: 5000 }

/**
 * Resolves after a short event loop iteration that accepted no connection. Node accepts one connection per iteration,
 * and the kernel resets pending connections when the server stops listening. A connection that arrives in the last
 * fraction of a millisecond can still be missed.
 */
async function queueIsEmpty(server: Server): Promise<void> {
  let accepted = 0
  const count = (): void => void accepted++
  server.on('connection', count)
  const startedAt = performance.now()
  let lastAccepted = startedAt
  for (let since = startedAt; since - lastAccepted < iteration.maxWait && since - startedAt < iteration.maxTotal; ) {
    const before = accepted
    await nextIteration()
    const now = performance.now()
    if (accepted > before) lastAccepted = now
    else if (now - since < iteration.short) break
    since = now
  }
  server.off('connection', count)
}
