import { describeRedis, eventually, type RedisServer, sharingInstances, startRedis, timeBeyond } from '@plenum/testkit'
import { createClient } from 'redis'
import { shareThroughRedis } from './shareThroughRedis.js'

const described = { product: 'Redis', version: expect.stringMatching(/^\d+\.\d+/), latency_ms: expect.any(Number) }

describeRedis(describe, 'the status of a Redis server', program => {
  const { start, close } = sharingInstances(shareThroughRedis)
  let server: RedisServer
  let client: ReturnType<typeof createClient>
  beforeEach(async () => {
    server = await startRedis(program)
    client = createClient({ url: server.url })
    client.on('error', () => {})
    await client.connect()
  })
  afterEach(async () => {
    client.destroy()
    server.resume()
    await close()
    await server.close()
  })

  const received = async (): Promise<number> =>
    Number(/total_connections_received:(\d+)/.exec(await client.info('stats'))?.[1])
  const connected = async (): Promise<number> =>
    ((await client.sendCommand(['CLIENT', 'LIST'])) as string).trim().split('\n').length

  it('is available while the breaker is open, and leaves the breaker open (docs/caching.md, Administration endpoint)', async () => {
    const a = start({ url: server.url })
    const worked = a.memoizer.memoize({ name: 'work' }, (x: number) => x)
    await worked(1)
    await a.memoizer.settled()
    server.pause()
    await worked(2)
    const before = await a.counts()
    expect((await a.breaker())?.open).toBe(true)
    server.resume()
    const { server: status, breaker, functions } = await a.memoizer.status()
    expect(status).toEqual({ ...described, error: null })
    expect(status?.latency_ms).toBeLessThan(1000)
    expect(breaker?.open).toBe(true)
    expect(functions.work?.route).toBe('shared')
    expect(await a.counts()).toEqual(before)
  })

  it('uses one temporary connection for simultaneous callers (docs/caching.md, Administration endpoint)', async () => {
    const a = start({ url: server.url })
    await a.memoizer.memoize({ name: 'work' }, (x: number) => x)(1)
    await a.memoizer.settled()
    const [before, open] = [await received(), await connected()]
    const all = await Promise.all(Array.from({ length: 50 }, () => a.memoizer.status()))
    expect(new Set(all.map(status => JSON.stringify(status.server))).size).toBe(1)
    expect(await received()).toBe(before + 1)
    await eventually('it is gone', async () => (await connected()) === open)
  })

  it.each([
    ['hangs', () => server.pause(), /^no answer within 1000 ms$/],
    ['is gone', () => server.kill(), /^connect ECONNREFUSED 127\.0\.0\.1:\d+$/],
  ] as const)(
    'that %s reports the error in time, with the last known product (docs/caching.md, Administration endpoint)',
    async (_, fail, error) => {
      const a = start({ url: server.url })
      expect((await a.memoizer.status()).server).toEqual({ ...described, error: null })
      await fail()
      const beyond: number[] = []
      for (let round = 0; round < 3; round++) {
        const check = async () =>
          expect((await a.memoizer.status()).server).toEqual({
            product: 'Redis',
            version: null,
            latency_ms: expect.any(Number),
            error: expect.stringMatching(error),
          })
        beyond.push(await timeBeyond(1000, check))
      }
      // The minimum is used, because a busy machine also delays other requests, but not in every attempt.
      expect(Math.min(...beyond)).toBeLessThan(100)
    },
  )

  it('reports that the address of a cluster points to a single server', async () => {
    const a = start({ url: `${server.url},${new URL(server.url).host}` })
    expect(await a.memoizer.memoize({ name: 'work' }, (x: number) => x)(1)).toBe(1)
    const { server: described, breaker } = await a.memoizer.status()
    expect(breaker?.open).toBe(true)
    expect(described?.error).toContain('cluster support disabled')
  })

  it.each([['INFO'], ['PING']])(
    'names the product even to a user without permission for %s (docs/caching.md, Connections to the store)',
    async command => {
      await client.sendCommand(['ACL', 'SETUSER', 'some', 'reset', 'on', '>pw', '~*', '+@all', `-${command}`])
      const a = start({ url: server.url.replace('//', '//some:pw@') })
      expect((await a.memoizer.status()).server).toEqual({ ...described, error: null })
    },
  )
})
