import { once } from 'node:events'
import { createServer } from 'node:net'

/**
 * The range of ports, which is below the ephemeral ports, so that no other connection uses one of these ports by
 * chance.
 */
const [first, last] = [20_000, 32_000]
const usedPorts = new Set<number>()

/** Returns a free port of 127.0.0.1. Each call returns a different port. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = first + Math.floor(Math.random() * (last - first))
    if (usedPorts.has(port)) continue
    usedPorts.add(port)
    if (await isFree(port)) return port
  }
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer().listen(port, '127.0.0.1')
  const isListening = await once(server, 'listening').then(
    () => true,
    () => false,
  )
  if (isListening) await once(server.close(), 'close')
  return isListening
}
