import { setMaxListeners } from 'node:events'
import type { RedisClientOptions } from 'redis'
import type { Access, Endpoint } from './redisAddress.js'
import { loadRedis } from './redisLibrary.js'

export type RedisClient = ReturnType<typeof import('redis').createClient>

/** A server and its credentials. */
export interface Server {
  readonly endpoint: Endpoint
  readonly access: Access
}

/**
 * The maximum number of commands that may await replies on one connection, two for a read: the queue of a hanging
 * server must not exhaust memory.
 */
const maxWaiting = 10_000

const ignore = (): void => {}

/**
 * Opens a connection that ends when it is lost or the signal is aborted, at any stage: a client destroyed while
 * connecting would otherwise still connect. The client never reconnects automatically, so no timer is left behind.
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

/** The options of every client; `tls` and the credentials apply to all nodes of a cluster. */
export function clientOptions({ endpoint, access }: Server, signal: AbortSignal): RedisClientOptions {
  const { tls, ...credentials } = access
  const transport = 'path' in endpoint ? { ...endpoint, tls: false as const } : { ...endpoint, tls: tls as true }
  const socket = {
    ...transport,
    reconnectStrategy: false as const,
    /**
     * This getter is called for every new socket, because Node also connects sockets whose signal is already aborted.
     */
    get signal(): AbortSignal {
      signal.throwIfAborted()
      return signal
    },
  }
  return { ...credentials, socket, disableOfflineQueue: true, commandsQueueMaxLength: maxWaiting }
}

/**
 * The first successful result of `task` on any of the servers; all connections opened for it are closed. Rejects with
 * an AggregateError if all fail.
 */
export async function onAnyServer<T>(
  servers: readonly Server[],
  task: (client: RedisClient, server: Server) => Promise<T>,
  signal: AbortSignal,
): Promise<T> {
  const ending = new AbortController()
  const either = AbortSignal.any([signal, ending.signal])
  setMaxListeners(0, either)
  try {
    return await Promise.any(servers.map(async server => task(await openClient(server, either), server)))
  } finally {
    ending.abort()
  }
}
