import type { Server } from 'node:http'
import net, { type Socket } from 'node:net'
import { setTimeout as delay, setImmediate as nextIteration } from 'node:timers/promises'
import { trackConnections } from './trackConnections.js'

/**
 * Milliseconds between two looks for idle connections. One that is idle in two looks in a row is closed: a request that
 * its client has just sent arrives in between.
 */
const interval = 250

/**
 * Makes a server refuse new connections. Those that it has go on, and do not hear of it: clients that reconnected at
 * this moment would be reset.
 */
export async function stopListening(server: Server): Promise<void> {
  await queueIsEmpty(server)
  // Node's `close` of an HTTP server also closes idle connections at once, even if their next request is on its way.
  net.Server.prototype.close.call(server)
}

/**
 * Ends the connections of a server that has stopped listening: answers say `Connection: close`, idle connections are
 * closed within half a second, and requests that still run after `graceOver` are cut. The server is one of
 * `createServer`, or one of Node's after `trackConnections`. Resolves when all connections have ended (docs/operate.md,
 * Start and stop).
 */
export async function drainConnections(server: Server, graceOver: AbortSignal): Promise<void> {
  const { announceClose, idle, ended } = trackConnections(server)
  announceClose()
  const looks = setInterval(closerOfIdle(idle), interval)
  const cutOff = (): void => server.closeAllConnections()
  if (graceOver.aborted) cutOff()
  else graceOver.addEventListener('abort', cutOff)
  await ended
  clearInterval(looks)
  graceOver.removeEventListener('abort', cutOff)
  // Ends the timer by which an HTTP server looks for slow headers.
  server.close()
  // A request learns only in the next iteration of the event loop that its connection was closed.
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

/** Milliseconds of an iteration of the event loop that counts as short, and to wait for one. */
const iteration = { short: 0.5, patience: 1000 }

/**
 * Resolves after an iteration of the event loop that accepted no connection and was short. Node accepts one connection
 * an iteration, and the system resets those that still wait when the server stops listening. A connection of the last
 * fraction of a millisecond cannot be seen.
 */
async function queueIsEmpty(server: Server): Promise<void> {
  let accepted = 0
  const count = (): void => void accepted++
  server.on('connection', count)
  const begun = performance.now()
  for (let since = begun; since - begun < iteration.patience; ) {
    const before = accepted
    await nextIteration()
    const now = performance.now()
    if (accepted === before && now - since < iteration.short) break
    since = now
  }
  server.off('connection', count)
}
