import type { createSentinel } from 'redis'
import { type RedisCluster, textsIn } from './nodesOfCluster.js'
import { readTogether } from './readTogether.js'
import { loadRedis } from './redisLibrary.js'
import { type Asked, asBytes, type Master, type RedisNodes, type Send, sendBy } from './redisNodes.js'

interface Client extends Asked {
  duplicate(overrides?: object): OwnClient
  readonly options?: { readonly socket?: object } | undefined
}

interface OwnClient extends Asked {
  readonly isOpen: boolean
  connect(): Promise<unknown>
  destroy(): void
  on(event: 'error', listener: () => void): unknown
}

type Sentinel = ReturnType<typeof createSentinel>

/**
 * These act only on connections that the store opened. Your client has loaded the library, which recognizes its errors.
 */
function yours(): Pick<RedisNodes, 'reset' | 'close'> {
  void loadRedis()
  return { reset: () => {}, close: () => {} }
}

/**
 * Wraps the server of your client, which stays yours: you connect it, handle its errors, and close it. Commands that a
 * hanging server never answers stay in its queue, so give it `disableOfflineQueue: true` and a
 * `commandsQueueMaxLength`.
 */
export function nodesOfClient(client: Client): RedisNodes {
  const send = sendBy(client)
  return {
    ...yours(),
    send: (_key, args) => send(args),
    get: readTogether(keys => client.sendCommand(['MGET', ...keys], asBytes)),
    masters: async () => [{ id: '', send }],
    askApart: (work, signal) => askApart(client, work, signal),
  }
}

/** Wraps the servers of your cluster client; see `nodesOfClient`. */
export function nodesOfClusterClient(cluster: RedisCluster): RedisNodes {
  const clients = () => Promise.all(cluster.masters.map(async node => (await cluster.nodeClient(node)) as Client))
  return {
    ...yours(),
    send: (key, args) => cluster.sendCommand(key, false, [...args], asBytes),
    get: keys => textsIn(cluster, keys),
    masters: async () => {
      const masters = await clients()
      if (masters.length === 0) throw new Error('the cluster is not connected')
      return masters.map((client, i): Master => ({ id: cluster.masters[i]?.address ?? '', send: sendBy(client) }))
    },
    askApart: async (work, signal) => {
      const [first] = await clients()
      if (!first) throw new Error('the cluster is not connected')
      return askApart(first, work, signal)
    },
  }
}

/** Wraps the master of your sentinel client, which cannot open a separate connection; see `nodesOfClient`. */
export function nodesOfSentinelClient(sentinel: Sentinel): RedisNodes {
  const send: Send = args => sentinel.sendCommand(false, [...args], asBytes)
  return {
    ...yours(),
    send: (_key, args) => send(args),
    // Replicas may not have received an invalidation yet.
    get: readTogether(keys => sentinel.sendCommand(false, ['MGET', ...keys], asBytes)),
    masters: async () => [{ id: '', send }],
    askApart: work => work(send),
  }
}

async function askApart<T>(client: Client, work: (send: Send) => Promise<T>, signal: AbortSignal): Promise<T> {
  const own = client.duplicate({ socket: { ...client.options?.socket, reconnectStrategy: false } })
  const end = (): void => {
    if (own.isOpen) own.destroy()
  }
  own.on('error', () => {})
  signal.addEventListener('abort', end, { once: true })
  try {
    await own.connect()
    return await work(sendBy(own))
  } finally {
    signal.removeEventListener('abort', end)
    end()
  }
}
