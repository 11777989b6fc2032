import type { createCluster, createSentinel } from 'redis'
import { isReply } from './faults.js'
import { readTogether } from './readTogether.js'
import { asBytes, type Master, type RedisNodes, type Send } from './redisNodes.js'

/** What is needed of a client, whatever its modules, scripts and version of the protocol are. */
interface Client {
  sendCommand<T>(args: readonly (string | Buffer)[], options?: object): Promise<T>
  duplicate(overrides?: object): OwnClient
  readonly options?: { readonly socket?: object } | undefined
}

interface OwnClient extends Pick<Client, 'sendCommand'> {
  readonly isOpen: boolean
  connect(): Promise<unknown>
  destroy(): void
  on(event: 'error', listener: () => void): unknown
}

type Cluster = ReturnType<typeof createCluster>
type Sentinel = ReturnType<typeof createSentinel>

const yours = { reset: (): void => {}, close: (): void => {} }

const sendBy =
  (client: Pick<Client, 'sendCommand'>): Send =>
  args =>
    client.sendCommand(args, asBytes)

/**
 * The server of a client of yours, which stays yours: you connect it, listen for its errors, and close it. What it owes
 * when its server hangs stays with it, so give it `disableOfflineQueue: true` and a `commandsQueueMaxLength`.
 */
export function nodesOfClient(client: Client): RedisNodes {
  const send = sendBy(client)
  return {
    ...yours,
    send: (_key, args) => send(args),
    get: readTogether(keys => client.sendCommand(['MGET', ...keys], asBytes)),
    masters: async () => [{ id: '', send }],
    askApart: (work, signal) => askApart(client, work, signal),
  }
}

/** The servers of a cluster client of yours; see `nodesOfClient`. */
export function nodesOfClusterClient(cluster: Cluster): RedisNodes {
  const clients = () => Promise.all(cluster.masters.map(async node => (await cluster.nodeClient(node)) as Client))
  return {
    ...yours,
    send: (key, args) => cluster.sendCommand(key, false, [...args], asBytes),
    get: keys => Promise.all(keys.map(key => textAt(cluster, key))),
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

/** The master of a sentinel client of yours, which can not be asked apart from its other work; see `nodesOfClient`. */
export function nodesOfSentinelClient(sentinel: Sentinel): RedisNodes {
  const send: Send = args => sentinel.sendCommand(false, [...args], asBytes)
  return {
    ...yours,
    send: (_key, args) => send(args),
    // Not from a replica, which may not have been told of an invalidation yet.
    get: readTogether(keys => sentinel.sendCommand(false, ['MGET', ...keys], asBytes)),
    masters: async () => [{ id: '', send }],
    askApart: work => work(send),
  }
}

/** Keys of a cluster may be with several servers, which one command can not ask together. */
async function textAt(cluster: Cluster, key: string): Promise<Buffer | null> {
  try {
    return await cluster.sendCommand<Buffer | null>(key, false, ['GET', key], asBytes)
  } catch (error) {
    if (isReply(error, 'WRONGTYPE')) return null
    throw error
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
