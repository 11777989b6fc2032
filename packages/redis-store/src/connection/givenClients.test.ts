import { setTimeout as delay } from 'node:timers/promises'
import {
  describeRedis,
  eventually,
  type RedisServer,
  sharedStoreSuite,
  startRedis,
  startRedisCluster,
  startRedisSentinel,
} from '@plenum/testkit'
import { createClient, createCluster, createSentinel, type RedisClientType } from 'redis'
import { envelope } from '../encoding/envelope.js'
import { redisStore } from '../redisStore.js'
import { shareThroughRedis } from '../shareThroughRedis.js'
import { nodesOfClient, nodesOfClusterClient, nodesOfSentinelClient } from './givenClients.js'
import type { RedisNodes } from './redisNodes.js'

const maxSize = 2000
let prefixes = 0
const storeOf = (nodes: RedisNodes, prefix = 'own') => redisStore({ nodes, prefix, form: 'bytes', maxSize, timeout: 2 })

async function worksWith(nodes: RedisNodes): Promise<void> {
  const store = storeOf(nodes)
  for (const name of ['a', 'b', 'c']) {
    const reading = await store.get({ name, digest: 'd' })
    expect(reading.kind).toBe('miss')
    const token = 'token' in reading ? reading.token : ''
    const value = { payload: Uint8Array.of(1), token, lifetime: 60_000 }
    expect(await store.set({ name, digest: 'd' }, value)).toEqual({ kind: 'stored' })
    expect(await store.get({ name, digest: 'd' })).toMatchObject({ kind: 'hit', token })
  }
  expect(await store.describe()).toMatchObject({ kind: 'answered', product: expect.stringMatching(/Redis|Valkey/) })
  expect(await store.invalidate(null)).toEqual({ kind: 'removed', removed: 3 })
  await store.close()
}

describeRedis(describe, 'a store on a client of the embedder', program => {
  let server: RedisServer
  beforeAll(async () => {
    server = await startRedis(program)
  })
  afterAll(() => server.close())

  sharedStoreSuite({ describe, it }, 'keeps the port', async () => {
    const prefix = `given${++prefixes}`
    const clients = await Promise.all([1, 2].map(() => createClient({ url: server.url }).connect()))
    const [store, other] = clients.map(client => storeOf(nodesOfClient(client), prefix))
    if (!store || !other) throw new Error('There are no stores.')
    const close = async () => clients.forEach(client => void client.destroy())
    const largest = maxSize - envelope({ maxUnpacked: 0 }).overhead
    return { store, other, largest, elapse: time => delay(time), close }
  })

  it('works with any modules and both versions of the protocol', async () => {
    const plain: RedisClientType = createClient({ url: server.url })
    await worksWith(nodesOfClient(await plain.connect()))
    plain.destroy()
    const third = createClient({ url: server.url, RESP: 3 })
    await worksWith(nodesOfClient(await third.connect()))
    third.destroy()
  })

  it('can be passed to shareThroughRedis as nodes, without an address', async () => {
    const client = await createClient({ url: server.url }).connect()
    const settings = { url: null, prefix: 'nodes', timeout: 5, maxSize }
    const { store } = shareThroughRedis(settings, { nodes: nodesOfClient(client) })
    expect(await store.get({ name: 'a', digest: 'd' })).toMatchObject({ kind: 'miss' })
    await store.close()
    client.destroy()
    expect(() => shareThroughRedis(settings)).toThrow('address')
    expect(() => shareThroughRedis({ ...settings, url: server.url }, { secret: '' })).toThrow('secret')
  })

  it('leaves the client open when it closes', async () => {
    const client = await createClient({ url: server.url }).connect()
    await worksWith(nodesOfClient(client))
    expect(await client.ping()).toBe('PONG')
    client.destroy()
  })

  it('uses all nodes of a cluster', async () => {
    const { nodes, close } = await startRedisCluster(program)
    const cluster = createCluster({ rootNodes: nodes.map(({ url }) => ({ url })) })
    await cluster.connect()
    await worksWith(nodesOfClusterClient(cluster))
    cluster.destroy()
    await close()
  })

  it('uses the master of a sentinel', async () => {
    const master = await startRedis(program)
    const watcher = await startRedisSentinel(program, 'garden', master)
    const sentinel = createSentinel({ name: 'garden', sentinelRootNodes: [{ host: '127.0.0.1', port: watcher.port }] })
    sentinel.on('error', () => {})
    await sentinel.connect()
    await eventually('the master is found', async () => (await sentinel.ping().catch(() => '')) === 'PONG')
    await worksWith(nodesOfSentinelClient(sentinel))
    await sentinel.destroy()
    await watcher.close()
    await master.close()
  })
})
