import { setTimeout as delay } from 'node:timers/promises'
import {
  countedFunction,
  describeRedis,
  eventually,
  queryRedis,
  type RedisServer,
  type SharingInstance,
  sharingInstances,
  startRedis,
  timeBeyond,
} from '@plenum/testkit'
import { shareThroughRedis } from './shareThroughRedis.js'

const closed = { open: false, seconds_until_retry: 0 }
const timeout = 250

describeRedis(describe, 'a Redis server', program => {
  const { start, close } = sharingInstances(shareThroughRedis)
  let server: RedisServer
  beforeEach(async () => {
    server = await startRedis(program)
  })
  afterEach(async () => {
    server.resume()
    await close()
    await server.close()
  })

  const begin = (settings = {}) => {
    const instance = start({ url: server.url, timeout: timeout / 1000, ...settings })
    const task = countedFunction(async (x: number) => ({ x }))
    return { ...instance, task, worked: instance.memoizer.memoize({ name: 'work' }, task.fn) }
  }

  /** Calls the function until the breaker treats the server as available. */
  async function warm({ memoizer, worked }: ReturnType<typeof begin>): Promise<void> {
    await worked(0)
    await memoizer.settled()
    await worked(0)
  }

  const isOpen = async ({ breaker }: SharingInstance) => (await breaker())?.open

  it('that is killed during a read costs no more than computing the value (docs/caching.md, Breaker)', async () => {
    const a = begin({ timeout: 10 })
    await warm(a)
    server.pause()
    const call = a.worked(1)
    await delay(20)
    const begun = performance.now()
    await server.kill()
    expect(await call).toEqual({ x: 1 })
    const breaker = await a.breaker()
    const seconds = (performance.now() - begun) / 1000
    expect(seconds).toBeLessThan(1)
    expect(breaker?.open).toBe(true)
    expect(breaker?.seconds_until_retry).toBeGreaterThan(1 - seconds)
    expect(breaker?.seconds_until_retry).toBeLessThanOrEqual(1)
    expect(await a.counts()).toEqual({ shared_misses: 1, shared_hits: 1, errors: 1, ram_misses: 1 })
  })

  it('that hangs costs one timeout, then nothing (docs/caching.md, Deadlines)', async () => {
    const a = begin()
    await warm(a)
    server.pause()
    expect(await timeBeyond(timeout, () => a.worked(1))).toBeLessThan(50)
    await a.memoizer.settled()
    expect(a.requests).toMatchObject({ get: 3, set: 1 })
    const begun = performance.now()
    for (let i = 0; i < 1000; i++) await a.worked(i)
    expect(performance.now() - begun).toBeLessThan(1000)
    expect(a.requests).toMatchObject({ get: 3, set: 1 })
    expect(await a.counts()).toMatchObject({ errors: 1, ram_misses: 1000, ram_hits: 1 })
  })

  it('that hangs delays only calls before its detection, each by at most the timeout', async () => {
    const a = begin()
    await warm(a)
    server.pause()
    const early = await Promise.all(Array.from({ length: 20 }, (_, i) => timeBeyond(timeout, () => a.worked(100 + i))))
    expect(Math.max(...early)).toBeLessThan(50)
    for (let round = 0; round < 3; round++) {
      const reads = a.requests.get
      await delay(1100)
      const late = Array.from({ length: 20 }, (_, i) => timeBeyond(timeout, () => a.worked(1000 * round + 200 + i)))
      const beyond = await Promise.all(late)
      expect(Math.max(...beyond)).toBeLessThan(-timeout / 2)
      expect(a.requests.get).toBe(reads)
    }
    expect(a.requests.ping).toBeGreaterThan(1)
    expect(a.log).toHaveLength(1)
  })

  it('that has stopped responding is pinged in the background once a second, and used again (docs/caching.md, Breaker)', async () => {
    const a = begin()
    await warm(a)
    server.pause()
    await a.worked(1)
    const unanswered = a.requests.get
    for (let waited = 0; waited < 2000; waited += 100) {
      await delay(100)
      await a.worked(1)
    }
    expect(a.requests.get).toBe(unanswered)
    server.resume()
    const resumed = performance.now()
    await a.recovered()
    expect(performance.now() - resumed).toBeLessThan(2000)
    const before = await a.counts()
    const results = await Promise.all(Array.from({ length: 50 }, (_, i) => a.worked(i + 2)))
    expect(results).toEqual(Array.from({ length: 50 }, (_, i) => ({ x: i + 2 })))
    expect(await a.counts()).toEqual({ ...before, shared_misses: 51 })
    expect(await a.breaker()).toEqual(closed)
    await a.memoizer.settled()
    await a.worked(2)
    expect(await a.counts()).toMatchObject({ shared_hits: 2 })
    expect(a.log.at(-1)).toContain('in use again')
    await eventually('they are gone', async () => {
      const clients = (await queryRedis(server.port, 'CLIENT LIST'))?.split('\n').filter(line => line.includes('id='))
      return clients?.length === 2
    })
  })

  it('that was restarted without its data is used again, and no earlier value returns (docs/caching.md, Invalidation tokens)', async () => {
    const [a, b] = [begin(), begin()]
    await warm(a)
    const [old] = await Promise.all([a.store.get({ name: 'work', digest: 'none' }), warm(b)])
    await server.kill()
    await a.worked(1)
    expect(await isOpen(a)).toBe(true)
    await server.restart()
    await a.recovered()
    expect(await a.worked(0)).toEqual({ x: 0 })
    expect(await a.breaker()).toEqual(closed)
    expect(a.task.runs).toBe(3)
    // The second process sent no requests during the outage, so it detects only that the values are missing.
    await b.worked(5)
    await b.memoizer.settled()
    expect(await b.breaker()).toEqual(closed)
    expect(await b.counts()).toEqual({ shared_hits: 2, shared_misses: 1 })
    const renewed = await a.store.get({ name: 'work', digest: 'none' })
    for (const read of [old, renewed]) expect(read).toEqual({ kind: 'miss', token: expect.any(String) })
    expect(renewed).not.toEqual(old)
  })

  it('that refuses connections from the start is used once it appears, without a restart (docs/caching.md, Connections to the store)', async () => {
    await server.kill()
    const a = begin()
    expect(await a.worked(1)).toEqual({ x: 1 })
    expect(await isOpen(a)).toBe(true)
    expect(a.log).toEqual([expect.stringContaining('ECONNREFUSED')])
    await server.restart()
    expect(await isOpen(a)).toBe(true)
    await a.recovered()
    await a.worked(1)
    await a.memoizer.settled()
    await a.worked(1)
    expect(await a.counts()).toEqual({ shared_misses: 1, shared_hits: 1, ram_misses: 1, errors: 1 })
  })
})
