import { eventually } from '../eventually.js'
import { freePort } from './freePort.js'
import { queryRedis } from './queryRedis.js'
import { type RedisServer, startRedis } from './redisServer.js'

/** The servers of a Redis cluster: three masters, followed by their replicas in the same order. */
export interface RedisCluster {
  readonly nodes: readonly RedisServer[]
  close(): Promise<void>
}

const shards = 3
const slots = 16_384

/** The time after which a replica replaces an unresponsive master, in milliseconds. */
const timeout = 1000

export async function startRedisCluster(program: string): Promise<RedisCluster> {
  const nodes = await allOrNone(Array.from({ length: 2 * shards }, () => startNode(program)))
  const close = async () => void (await Promise.all(nodes.map(node => node.close())))
  try {
    await assignSlots(nodes.slice(0, shards))
    await introduce(nodes)
    await Promise.all(nodes.slice(shards).map((node, i) => replicate(node, nodes[i])))
    await eventually('the cluster is whole', async () => (await Promise.all(nodes.map(isWhole))).every(Boolean))
  } catch (error) {
    await close()
    throw error
  }
  return { nodes, close }
}

/** Waits until all servers have started. If one of them fails to start, the others are closed. */
async function allOrNone<S extends RedisServer>(starting: readonly Promise<S>[]): Promise<readonly S[]> {
  try {
    return await Promise.all(starting)
  } catch (error) {
    for (const node of await Promise.allSettled(starting)) if (node.status === 'fulfilled') await node.value.close()
    throw error
  }
}

async function startNode(program: string): Promise<RedisServer & { readonly busPort: number }> {
  const busPort = await freePort()
  const settings = {
    'cluster-enabled': 'yes',
    'cluster-node-timeout': String(timeout),
    'cluster-port': String(busPort),
  }
  return { ...(await startRedis(program, settings)), busPort }
}

async function assignSlots(masters: readonly RedisServer[]): Promise<void> {
  const first = (shard: number): number => Math.floor((shard * slots) / masters.length)
  for (const [i, { port }] of masters.entries()) {
    await runCommand(port, `CLUSTER SET-CONFIG-EPOCH ${i + 1}`)
    await runCommand(port, `CLUSTER ADDSLOTSRANGE ${first(i)} ${first(i + 1) - 1}`)
  }
}

async function introduce(nodes: readonly (RedisServer & { readonly busPort: number })[]): Promise<void> {
  const [first, ...others] = nodes
  for (const { port, busPort } of others) await runCommand(first?.port, `CLUSTER MEET 127.0.0.1 ${port} ${busPort}`)
  const knownNodes = `cluster_known_nodes:${nodes.length}`
  const knowsAll = async ({ port }: RedisServer) => (await queryRedis(port, 'CLUSTER INFO'))?.includes(knownNodes)
  await eventually('all servers know each other', async () => (await Promise.all(nodes.map(knowsAll))).every(Boolean))
}

async function replicate({ port }: RedisServer, master?: RedisServer): Promise<void> {
  const id = (await queryRedis(master?.port ?? 0, 'CLUSTER MYID'))?.split('\r\n')[1]
  await eventually('the master is known', async () => (await queryRedis(port, `CLUSTER REPLICATE ${id}`)) === '+OK')
}

async function isWhole({ port }: RedisServer): Promise<boolean> {
  const [cluster, replication] = [await queryRedis(port, 'CLUSTER INFO'), await queryRedis(port, 'INFO replication')]
  const holds = (fact: string) => Boolean(replication?.includes(fact))
  const isLinked = holds('master_link_status:up') || (holds('role:master') && holds('connected_slaves:1'))
  return isLinked && Boolean(cluster?.includes('cluster_state:ok'))
}

async function runCommand(port: number | undefined, command: string): Promise<void> {
  const answer = await queryRedis(port ?? 0, command)
  if (answer !== '+OK') throw new Error(`A server of the cluster answers to ${command}: ${answer}`)
}
