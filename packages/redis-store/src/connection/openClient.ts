import { setMaxListeners } from 'node:events'
import type { RedisClientOptions } from 'redis'
import type { Access, Endpoint } from './redisAddress.js'
import { loadRedis } from './redisLibrary.js'

export type RedisClient = ReturnType<typeof import('redis').createClient>

export interface Server {
  readonly endpoint: Endpoint
  readonly access: Access
}

/**
 * The maximum number of commands per connection that wait for replies, so that an unresponsive server does not exhaust
 * memory. Each read requires two commands.
 */
const maxWaiting = 10_000

const ignore = (): void => {}

/**
 * Opens a connection. Closes the client if the connection is lost or the signal is aborted, even while the client is
 * connecting. The signal is necessary because destroying a client does not stop an attempt to connect. The client never
 * reconnects automatically, so no timer remains.
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

/** Returns the options of a client. `tls` and the credentials apply to all nodes of a cluster. */
export function clientOptions({ endpoint, access }: Server, signal: AbortSignal): RedisClientOptions {
  const { tls, ...credentials } = access
  const transport = 'path' in endpoint ? { ...endpoint, tls: false as const } : { ...endpoint, tls: tls as true }
  const socket = {
    ...transport,
    reconnectStrategy: false as const,
    /**
     * Node reads this property for every new socket. The getter throws if the signal has been aborted, because Node
     * would otherwise connect the socket anyway.
     */
    get signal(): AbortSignal {
      signal.throwIfAborted()
      return signal
    },
  }
  return { ...credentials, socket, disableOfflineQueue: true, commandsQueueMaxLength: maxWaiting }
}

/**
 * Returns the first successful result of `task` on any server, and closes all connections that this function opened.
 * Rejects with an AggregateError if the task fails on all servers.
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

export interface Subscription {
  readonly channel: string
  onMessage(text: string): void
  /** Called when the server has accepted the subscription. */
  onReady(): void
}

/** Subscribes to a channel on the first server that responds. Resolves when the connection has ended. */
export async function subscribeAt(
  servers: readonly Server[],
  { channel, onMessage, onReady }: Subscription,
  signal: AbortSignal,
): Promise<void> {
  await onAnyServer(
    servers,
    async client => {
      const ended = new Promise<void>(resolve => client.once('error', () => resolve()).once('end', () => resolve()))
      await client.subscribe(channel, onMessage)
      onReady()
      await ended
    },
    signal,
  )
}
