import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { SharedStore } from '@plenum/memoize'
import {
  describeRedis,
  eventually,
  programsIn,
  queryRedis,
  type RedisCluster,
  type RedisServer,
  sharedStoreSuite,
  sharingInstances,
  startRedisCluster,
} from '@plenum/testkit'
import { envelope } from '../encoding/envelope.js'
import { redisStore } from '../redisStore.js'
import { shareThroughRedis } from '../shareThroughRedis.js'
import { connectRedis } from './connectRedis.js'
import type { RedisNodes } from './redisNodes.js'

const overhead = envelope({ maxUnpacked: 0 }).overhead
const password = 'p@ss/w'

describeRedis(describe, 'a Redis cluster', program => {
  const { start, close } = sharingInstances(shareThroughRedis)
  const programs = programsIn(path.join(import.meta.dirname, '../../test/programs'))
  let cluster: RedisCluster
  let url: string
  let nodes: readonly RedisNodes[] = []
  let suites = 0

  const ask = async ({ port }: RedisServer, command: string): Promise<string> =>
    (await queryRedis(port, `AUTH ${password}\r\n${command}`))?.replace(/^\+OK\r\n/, '') ?? ''

  const masters = async (): Promise<readonly RedisServer[]> => {
    const roles = await Promise.all(cluster.nodes.map(node => ask(node, 'ROLE')))
    return cluster.nodes.filter((_, i) => roles[i]?.includes('master'))
  }
  const keysOf = async (node: RedisServer, pattern: string): Promise<number> =>
    Number(/^\*(\d+)/.exec(await ask(node, `KEYS ${pattern}`))?.[1])
  const allKeys = async (pattern: string): Promise<readonly number[]> =>
    Promise.all((await masters()).map(node => keysOf(node, pattern)))

  beforeAll(async () => {
    cluster = await startRedisCluster(program)
    for (const setting of ['masterauth', 'requirepass'])
      for (const { port } of cluster.nodes) await queryRedis(port, `CONFIG SET ${setting} ${password}`)
    const hosts = cluster.nodes.slice(0, 3).map(({ port }) => `127.0.0.1:${port}`)
    url = `redis://:${encodeURIComponent(password)}@${hosts.join(',')}`
    nodes = [connectRedis({ url, timeout: 5 }), connectRedis({ url, timeout: 5 })]
  })
  afterEach(async () => {
    await programs.close()
    await close()
  })
  afterAll(async () => {
    for (const { close } of nodes) close()
    await cluster.close()
  })

  const begin = (settings = {}) => {
    const a = start({ url, timeout: 2, ...settings })
    return { ...a, worked: a.memoizer.memoize({ name: 'work' }, async (x: number) => ({ x })) }
  }
  type Begun = ReturnType<typeof begin>

  async function fill({ worked, memoizer }: Begun, count: number): Promise<void> {
    for (let x = 0; x < count; x += 500)
      await Promise.all(Array.from({ length: Math.min(500, count - x) }, (_, i) => worked(x + i)))
    await memoizer.settled()
  }

  async function untilUsed(a: Begun): Promise<void> {
    await eventually('the cluster is used again', async () => {
      a.skip(30_000)
      await a.worked(-1)
      await a.memoizer.settled()
      return !(await a.breaker())?.open
    })
  }

  sharedStoreSuite({ describe, it }, 'the port', async () => {
    const options = { prefix: `suite${++suites}`, form: 'bytes', maxSize: 2000, timeout: 5 }
    const [store, other] = nodes.map(of => redisStore({ ...options, nodes: of })) as [SharedStore, SharedStore]
    // The tests share the connections, because discovering the cluster takes time.
    return { store, other, largest: 2000 - overhead, elapse: time => delay(time), close: async () => {} }
  })

  it('stores values on all its masters, and an invalidation removes them from each (docs/caching.md, Invalidation tokens)', async () => {
    const [a, b] = [begin({ prefix: 'all' }), begin({ prefix: 'all' })]
    await fill(a, 300)
    for (const count of await allKeys('all:work:*')) expect(count).toBeGreaterThan(50)
    await fill(b, 300)
    expect(await b.counts()).toEqual({ shared_hits: 300 })
    expect(await b.memoizer.invalidate('work')).toEqual({ kind: 'invalidated', function: 'work', removed: 300 })
    expect(await allKeys('all:work:*')).toEqual([0, 0, 0])
    // A process writes no values before it has read the new token.
    await a.worked(0)
    await fill(a, 300)
    expect(await a.counts()).toMatchObject({ shared_misses: 600 })
    expect(await a.memoizer.invalidate(null)).toEqual({ kind: 'invalidated', function: null, removed: 300 })
    expect(await allKeys('all:*')).toEqual([0, 0, 0])
    expect((await a.memoizer.status()).server).toMatchObject({ product: 'Redis', error: null })
  })

  it('is found even if most nodes in its address hang or are down', async () => {
    const [first, second] = cluster.nodes
    const hosts = [`127.0.0.1:1`, `127.0.0.1:${second?.port}`]
    first?.pause()
    const a = begin({ url: `redis://:${encodeURIComponent(password)}@127.0.0.1:${first?.port},${hosts.join(',')}` })
    try {
      expect((await a.memoizer.status()).server).toMatchObject({ product: 'Redis', error: null })
    } finally {
      first?.resume()
    }
    await fill(a, 20)
    expect(await a.counts()).toEqual({ shared_misses: 20 })
  })

  it.each(['0', '100'])(
    'can be closed while in use, after %s ms, without leaks (docs/caching.md, Connections to the store)',
    async pause => {
      const { line, ended } = programs.start('closing', [url, pause])
      expect(await line()).toEqual({ sum: 4950, late: 1000, kind: 'unavailable' })
      const begun = performance.now()
      expect(await ended()).toEqual({ code: 0, errors: '' })
      expect(performance.now() - begun).toBeLessThan(1000)
    },
  )

  it('whose master hangs delays a call by no more than the timeout', async () => {
    const a = begin({ timeout: 2 })
    await fill(a, 20)
    const [hung] = await masters()
    hung?.pause()
    try {
      const begun = performance.now()
      expect(await Promise.all(Array.from({ length: 20 }, (_, x) => a.worked(x)))).toHaveLength(20)
      expect(performance.now() - begun).toBeLessThan(4000)
      expect((await a.breaker())?.open).toBe(true)
    } finally {
      hung?.resume()
    }
    await untilUsed(a)
  })

  it('fails over when a master is killed while in use (docs/caching.md, Invalidation tokens)', async () => {
    const a = begin({ prefix: 'used' })
    await fill(a, 100)
    const [killed] = await masters()
    const calls = Array.from({ length: 100 }, (_, x) => a.worked(x))
    await killed?.kill()
    expect(await Promise.all(calls)).toEqual(Array.from({ length: 100 }, (_, x) => ({ x })))
    await eventually('a replica is a master', async () => (await masters()).length === 3)
    await untilUsed(a)
    await eventually('all of it works', async () => {
      const before = await a.counts()
      await fill(a, 100)
      const { errors = 0, shared_hits: hits = 0 } = await a.counts()
      if (errors > (before.errors ?? 0)) await untilUsed(a)
      return hits === (before.shared_hits ?? 0) + 100
    })
    await killed?.restart()
    expect(await a.memoizer.invalidate('work')).toMatchObject({ kind: 'invalidated' })
    expect(await allKeys('used:work:*')).toEqual([0, 0, 0])
  })

  it('does not confirm an invalidation during which a master was killed (docs/caching.md, Invalidation tokens)', async () => {
    const [a, b] = [begin({ prefix: 'gone', timeout: 5 }), begin({ prefix: 'gone' })]
    await fill(a, 300)
    const hasToken = await Promise.all((await masters()).map(node => ask(node, 'EXISTS gone:~g:work')))
    const [killed, ...others] = (await masters()).toSorted((x, y) => order(x) - order(y))
    function order(node: RedisServer): number {
      return Number(hasToken[cluster.nodes.indexOf(node)] === ':1')
    }
    if (!killed) throw new Error('there is no master')
    await ask(killed, 'CLIENT PAUSE 20000 WRITE')
    const invalidation = a.memoizer.invalidate('work')
    await eventually('the others have forgotten', async () =>
      (await Promise.all(others.map(node => keysOf(node, 'gone:work:*')))).every(count => count === 0),
    )
    expect(await keysOf(killed, 'gone:work:*')).toBeGreaterThan(50)
    await killed.kill()
    expect(await invalidation).toEqual({ kind: 'unavailable', reason: expect.any(String) })
    await eventually('a replica is a master', async () => (await masters()).length === 3)
    await untilUsed(a)
    await eventually('the other one uses it too', async () => {
      b.skip(30_000)
      await b.worked(1)
      return !(await b.breaker())?.open
    })
    // All values in the store were written after the repeated invalidation.
    expect((await b.counts()).shared_hits).toBeUndefined()
    await killed.restart()
  })
})
