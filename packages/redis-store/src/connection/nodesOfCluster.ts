import { isReply } from './faults.js'
import { createLazyConnection, type Open } from './lazyConnection.js'
import { clientOptions, onAnyServer, type RedisClient, type Server, subscribeAt } from './openClient.js'
import type { Endpoint } from './redisAddress.js'
import { loadRedis } from './redisLibrary.js'
import { asBytes, type Master, type NodesOptions, type RedisNodes, sendBy } from './redisNodes.js'

type CreateCluster = typeof import('redis').createCluster
export type RedisCluster = ReturnType<CreateCluster>
export function nodesOfCluster(seeds: readonly Endpoint[], { access, connectTimeout }: NodesOptions): RedisNodes {
  const servers = seeds.map(endpoint => ({ endpoint, access }))
  const connection = createLazyConnection(openCluster(servers), connectTimeout, loadRedis)
  connection.begin()
  return {
    send: (key, args) => connection.use(cluster => cluster.sendCommand(key, false, [...args], asBytes)),
    get: keys => connection.use(cluster => textsIn(cluster, keys)),
    masters: async () => {
      const masters = await connection.use(mastersOf)
      if (masters) return masters
      const changed = new Error('the servers of the cluster have changed')
      connection.reset(changed, 0)
      throw changed
    },
    onSeparateConnection: (task, signal) =>
      onAnyServer(
        servers,
        async client => {
          // Only cluster nodes support this command. Without this check, a standalone server would be detected only at
          // the first request for a key.
          await client.clusterInfo()
          return task(sendBy(client))
        },
        signal,
      ),
    // Any server is suitable, because cluster nodes forward announcements to one another.
    subscribe: (subscription, signal) => subscribeAt(servers, subscription, signal),
    reset: connection.reset,
    close: connection.close,
  }
}

/**
 * Reads the values of keys that may be on several nodes. Each key needs a separate GET, because the keys of an MGET
 * must be in the same slot.
 */
export const textsIn = (cluster: RedisCluster, keys: readonly string[]): Promise<readonly (Buffer | null)[]> =>
  Promise.all(keys.map(key => textAt(cluster, key)))

async function textAt(cluster: RedisCluster, key: string): Promise<Buffer | null> {
  try {
    return await cluster.sendCommand<Buffer | null>(key, false, ['GET', key], asBytes)
  } catch (error) {
    if (isReply(error, 'WRONGTYPE')) return null
    throw error
  }
}

/**
 * Opens a client for the cluster through the first seed node that responds, because seed nodes may hang. When a node is
 * lost, the entire client is replaced. Otherwise, the client would try to reach a failed master until another reply
 * announced the new topology.
 */
function openCluster(servers: readonly Server[]): Open<RedisCluster> {
  return async (signal, onLost) => {
    const { createCluster } = await loadRedis()
    const first = await onAnyServer(servers, async (client, server) => client.ping().then(() => server), signal)
    const options = clientOptions(first, signal) as Parameters<CreateCluster>[0]['rootNodes'][number]
    let cause: unknown = null
    const lose = (error: unknown): void => {
      cause = error
      onLost()
    }
    // The client connects only to nodes that are needed, because an unreachable node is a problem only if a key on this
    // node is requested.
    const cluster = createCluster({ rootNodes: [options], defaults: options, minimizeConnections: true })
    cluster.on('error', lose).on('node-error', lose)
    await cluster.connect().catch(error => {
      throw cause ?? error
    })
    return cluster
  }
}

/** Returns the masters of a cluster, or null while the client does not know all masters. */
async function mastersOf(cluster: RedisCluster): Promise<readonly Master[] | null> {
  const anyNode = await cluster.nodeClient(cluster.getRandomNode())
  const slotsByAddress = new Map<string, string[]>()
  for (const { from, to, master } of await anyNode.clusterSlots()) {
    const address = `${master.host}:${master.port}`
    slotsByAddress.set(address, [...(slotsByAddress.get(address) ?? []), `${from}-${to}`])
  }
  const nodes = [...slotsByAddress.keys()].flatMap(address => cluster.nodeByAddress.get(address) ?? [])
  if (nodes.length < slotsByAddress.size) return null
  return Promise.all(
    nodes.map(async node => ({
      id: `${node.address} ${slotsByAddress.get(node.address)}`,
      send: sendBy((await cluster.nodeClient(node)) as RedisClient),
    })),
  )
}
