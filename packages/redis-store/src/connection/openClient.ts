import { setMaxListeners } from 'node:events'
import type { RedisClientOptions } from 'redis'
import type { Access, Place } from './redisAddress.js'
import { loadRedis } from './redisLibrary.js'

export type RedisClient = ReturnType<typeof import('redis').createClient>

/** A server and how it lets us in. */
export interface Server {
  readonly place: Place
  readonly access: Access
}

/** Commands that may wait for an answer at once, two for a read: those of a server that hangs must not fill the memory. */
const maxWaiting = 10_000

const ignore = (): void => {}

/**
 * A connection to a server, which ends when it is lost or with the signal, at any stage: a client that is destroyed
 * while it connects would be connected afterwards all the same. It never connects again by itself, so that no timer is
 * left behind.
 */
export async function openClient(
  server: Server,
  signal: AbortSignal,
  onLost: () => void = ignore,
): Promise<RedisClient> {
  const { createClient } = await loadRedis()
  const client = createClient(clientOptions(server, signal))
  client.on('error', onLost)
  await client.connect()
  return client
}

/** What all clients have in common; `tls` and the rest of the access go to every server of a cluster. */
export function clientOptions({ place, access }: Server, signal: AbortSignal): RedisClientOptions {
  const { tls, ...credentials } = access
  const transport = 'path' in place ? { ...place, tls: false as const } : { ...place, tls: tls as true }
  const socket = {
    ...transport,
    reconnectStrategy: false as const,
    /** Read whenever a socket is made. Node connects those too that are made with a signal that was given before. */
    get signal(): AbortSignal {
      signal.throwIfAborted()
      return signal
    },
  }
  return { ...credentials, socket, disableOfflineQueue: true, commandsQueueMaxLength: maxWaiting }
}

/** What some work comes to with the first of several servers by which it can be done; connections to all of them end. Rejects with an AggregateError. */
export async function askAny<T>(
  servers: readonly Server[],
  work: (client: RedisClient, server: Server) => Promise<T>,
  signal: AbortSignal,
): Promise<T> {
  const ending = new AbortController()
  const either = AbortSignal.any([signal, ending.signal])
  setMaxListeners(0, either)
  try {
    return await Promise.any(servers.map(async server => work(await openClient(server, either), server)))
  } finally {
    ending.abort()
  }
}
