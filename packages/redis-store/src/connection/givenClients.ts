import type { createSentinel } from 'redis'
import { batchReads } from './batchReads.js'
import { type RedisCluster, textsIn } from './nodesOfCluster.js'
import type { Subscription } from './openClient.js'
import { loadRedis } from './redisLibrary.js'
import { asBytes, type Master, type RedisNodes, type ReplyClient, type Send, sendBy } from './redisNodes.js'

interface Client extends ReplyClient {
  duplicate(overrides?: object): DuplicateClient
  readonly options?: { readonly socket?: object } | undefined
}

interface DuplicateClient extends ReplyClient {
  subscribe(channel: string, onMessage: (text: string) => void): Promise<unknown>
  readonly isOpen: boolean
  connect(): Promise<unknown>
  destroy(): void
  on(event: 'error' | 'end', listener: () => void): unknown
}

/**
 * Returns functions that do nothing, because the application itself opens and closes its connections. Also loads the
 * library, so that the errors of the application's client can be recognized.
 */
function noOwnConnections(): Pick<RedisNodes, 'reset' | 'close'> {
  void loadRedis()
  return { reset: () => {}, close: () => {} }
}

/**
 * Wraps the client of an application, which remains responsible for connecting the client, handling its errors and
 * closing it. Commands without a reply remain in the queue of the client, so create the client with
 * `disableOfflineQueue: true` and a `commandsQueueMaxLength`.
 */
export function nodesOfClient(client: Client): RedisNodes {
  const send = sendBy(client)
  return {
    ...noOwnConnections(),
    send: (_key, args) => send(args),
    get: batchReads(keys => client.sendCommand(['MGET', ...keys], asBytes)),
    masters: async () => [{ id: '', send }],
    onSeparateConnection: (task, signal) => onSeparateConnection(client, copy => task(sendBy(copy)), signal),
    subscribe: (subscription, signal) => subscribeWith(client, subscription, signal),
  }
}

/** Wraps the cluster client of an application (see `nodesOfClient`). */
export function nodesOfClusterClient(cluster: RedisCluster): RedisNodes {
  const clients = () => Promise.all(cluster.masters.map(async node => (await cluster.nodeClient(node)) as Client))
  return {
    ...noOwnConnections(),
    send: (key, args) => cluster.sendCommand(key, false, [...args], asBytes),
    get: keys => textsIn(cluster, keys),
    masters: async () => {
      const masters = await clients()
      if (masters.length === 0) throw new Error('the cluster is not connected')
      return masters.map((client, i): Master => ({ id: cluster.masters[i]?.address ?? '', send: sendBy(client) }))
    },
    onSeparateConnection: async (task, signal) => {
      const [first] = await clients()
      if (!first) throw new Error('the cluster is not connected')
      return onSeparateConnection(first, copy => task(sendBy(copy)), signal)
    },
    subscribe: async (subscription, signal) => {
      const [first] = await clients()
      if (first) await subscribeWith(first, subscription, signal)
    },
  }
}

/**
 * Wraps the sentinel client of an application (see `nodesOfClient`). Such a client cannot open a separate connection to
 * the master.
 */
export function nodesOfSentinelClient(sentinel: ReturnType<typeof createSentinel>): RedisNodes {
  const send: Send = args => sentinel.sendCommand(false, [...args], asBytes)
  return {
    ...noOwnConnections(),
    send: (_key, args) => send(args),
    // Replicas must not serve reads, because an invalidation may not have reached them yet.
    get: batchReads(keys => sentinel.sendCommand(false, ['MGET', ...keys], asBytes)),
    masters: async () => [{ id: '', send }],
    onSeparateConnection: task => task(send),
  }
}

async function onSeparateConnection<T>(
  client: Client,
  task: (copy: DuplicateClient) => Promise<T>,
  signal: AbortSignal,
): Promise<T> {
  const copy = client.duplicate({ socket: { ...client.options?.socket, reconnectStrategy: false } })
  const end = (): void => {
    if (copy.isOpen) copy.destroy()
  }
  copy.on('error', () => {})
  signal.addEventListener('abort', end, { once: true })
  try {
    await copy.connect()
    return await task(copy)
  } finally {
    signal.removeEventListener('abort', end)
    end()
  }
}

const subscribeWith = (
  client: Client,
  { channel, onMessage, onReady }: Subscription,
  signal: AbortSignal,
): Promise<void> =>
  onSeparateConnection(
    client,
    async copy => {
      const ended = new Promise<void>(resolve => {
        copy.on('error', resolve)
        copy.on('end', resolve)
        signal.addEventListener('abort', () => resolve(), { once: true })
      })
      await copy.subscribe(channel, onMessage)
      onReady()
      await ended
    },
    signal,
  )
