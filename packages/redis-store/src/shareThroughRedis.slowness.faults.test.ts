import {
  describeRedis,
  eventually,
  type RedisServer,
  type SlowProxy,
  sharingInstances,
  startRedis,
  startSlowProxy,
} from '@plenum/testkit'
import { shareThroughRedis } from './shareThroughRedis.js'

function block(milliseconds: number): void {
  const end = performance.now() + milliseconds
  while (performance.now() < end);
}

describeRedis(describe, 'a healthy Redis server', program => {
  const { start, close } = sharingInstances(shareThroughRedis)
  let server: RedisServer
  let proxy: SlowProxy
  beforeAll(async () => {
    server = await startRedis(program)
    proxy = await startSlowProxy(server.port)
  })
  afterEach(close)
  afterAll(async () => {
    await proxy.close()
    await server.close()
  })

  it('far away is used as long as its answers arrive in time (docs/caching.md, Deadlines)', async () => {
    const a = start({ url: `redis://127.0.0.1:${proxy.port}` })
    const worked = a.memoizer.memoize({ name: 'work' }, async (x: number) => x)
    await worked(1)
    await a.memoizer.settled()
    proxy.delay = 200
    expect(await worked(1)).toBe(1)
    expect(await a.counts()).toEqual({ shared_misses: 1, shared_hits: 1 })
    expect((await a.breaker())?.open).toBe(false)
    proxy.delay = 300
    expect(await worked(2)).toBe(2)
    expect(await a.counts()).toEqual({ shared_misses: 1, shared_hits: 1, errors: 1, ram_misses: 1 })
    expect((await a.breaker())?.open).toBe(true)
    proxy.delay = 0
  })

  it('far away needs one round trip per request, even for new values (docs/caching.md, Deadlines)', async () => {
    const a = start({ url: `redis://127.0.0.1:${proxy.port}`, prefix: 'new' })
    const worked = a.memoizer.memoize({ name: 'work' }, async (x: number) => x)
    await a.memoizer.memoize({ name: 'other' }, async () => 1)()
    await a.memoizer.settled()
    proxy.delay = 200
    expect([await worked(1), await worked(2)]).toEqual([1, 2])
    await a.memoizer.settled()
    expect([await worked(1), await worked(2)]).toEqual([1, 2])
    expect(await a.counts()).toEqual({ shared_misses: 2, shared_hits: 2 })
    proxy.delay = 0
  })

  it('is used even if connecting and querying together exceed the time of one request', async () => {
    proxy.delay = 150
    const a = start({ url: `redis://127.0.0.1:${proxy.port}` })
    const worked = a.memoizer.memoize({ name: 'work' }, async (x: number) => x)
    await worked(1)
    expect((await a.breaker())?.open).toBe(true)
    await eventually('it is used', async () => {
      a.skip(30_000)
      await worked(1)
      return !(await a.breaker())?.open
    })
    proxy.delay = 0
  })

  it('is not abandoned because the local process was busy before or after a request (docs/caching.md, Deadlines)', async () => {
    const a = start({ url: server.url })
    const worked = a.memoizer.memoize({ name: 'work' }, async (x: number) => x)
    await worked(0)
    await a.memoizer.settled()
    for (let x = 0; x < 15; x++) {
      const call = worked(x)
      if (x % 2 === 0) await new Promise(resolve => setImmediate(() => setImmediate(resolve)))
      block(300)
      expect(await call).toBe(x)
      await a.memoizer.settled()
    }
    expect(await a.counts()).toEqual({ shared_misses: 15, shared_hits: 1 })
    expect((await a.breaker())?.open).toBe(false)
  }, 20_000)

  it('is not abandoned when more requests are sent than the queue holds', async () => {
    // The deadline must not end a request, even on a machine that is busy with other tests.
    const a = start({ url: server.url, timeout: 180 })
    const worked = a.memoizer.memoize({ name: 'work' }, async (x: number) => x)
    await worked(0)
    const values = Array.from({ length: 12_000 }, (_, x) => x)
    expect(await Promise.all(values.map(x => worked(x)))).toEqual(values)
    await a.memoizer.settled()
    expect((await a.counts()).errors).toBeGreaterThan(0)
    expect((await a.breaker())?.open).toBe(false)
  }, 180_000)
})
