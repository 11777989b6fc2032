import type { Server } from 'node:http'
import net, { type Socket } from 'node:net'
import { setTimeout as delay, setImmediate as nextIteration } from 'node:timers/promises'
import { trackConnections } from './trackConnections.js'

/**
 * Milliseconds between two looks for idle connections. One that is idle in two looks in a row is closed: a request that
 * its client has just sent arrives in between.
 */
const interval = 250

/** Makes each answer of a server the last one of its connection, while the server goes on accepting connections. */
export function announceClose(server: Server): void {
  trackConnections(server).announceClose()
}

/**
 * Makes a server refuse new connections. Those that it has go on, and do not hear of it: clients that reconnected at
 * this moment would be reset.
 */
export async function stopListening(server: Server): Promise<void> {
  await shortIteration()
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
  const { idle, ended } = trackConnections(server)
  announceClose(server)
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

/** Iterations of the event loop to wait for a short one, and its length in milliseconds. */
const short = { most: 100, length: 0.5 }

/**
 * Resolves after an iteration of the event loop in which connections were accepted and hardly any time passed since: a
 * connection that the system accepts and the server does not is reset when the server stops listening.
 */
async function shortIteration(): Promise<void> {
  for (let i = 0, begun = 0; i < short.most; i++) {
    begun = performance.now()
    await nextIteration()
    if (performance.now() - begun < short.length) return
  }
}
