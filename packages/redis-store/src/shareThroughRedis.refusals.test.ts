import { inspect } from 'node:util'
import {
  countedFunction,
  describeRedis,
  eventually,
  queryRedis,
  type RedisServer,
  sharingInstances,
  startRedis,
} from '@plenum/testkit'
import { createClient } from 'redis'
import { shareThroughRedis } from './shareThroughRedis.js'

const closed = { open: false, seconds_until_retry: 0 }
const password = 'p@ss/w:x%'
const url = (port: number, userinfo: string) => `redis://${userinfo}127.0.0.1:${port}`

describeRedis(describe, 'a Redis server', program => {
  const { start, close } = sharingInstances(shareThroughRedis)
  let server: RedisServer
  let admin: ReturnType<typeof createClient> | null = null
  afterEach(async () => {
    admin?.destroy()
    admin = null
    await close()
    await server.close()
  })

  const begin = (settings: { readonly url: string; readonly timeout?: number }) => {
    const instance = start({ timeout: 5, ...settings })
    const task = countedFunction(async (x: number) => ({ x, text: 'x'.repeat(2000) }))
    return { ...instance, task, worked: instance.memoizer.memoize({ name: 'work' }, task.fn) }
  }

  it('that is full still returns its values, and accepts more after an invalidation (docs/caching.md, Breaker)', async () => {
    server = await startRedis(program, { 'maxmemory-policy': 'noeviction' })
    const a = begin({ url: server.url })
    await Promise.all(Array.from({ length: 500 }, (_, x) => a.worked(x)))
    await a.memoizer.settled()
    const used = Number(/used_memory:(\d+)/.exec((await queryRedis(server.port, 'INFO memory')) ?? '')?.[1])
    await queryRedis(server.port, `CONFIG SET maxmemory ${used - 100_000}`)
    const before = await a.counts()
    expect(await a.worked(1000)).toMatchObject({ x: 1000 })
    await a.memoizer.settled()
    expect(await a.counts()).toEqual({ ...before, shared_misses: 501, errors: 1 })
    expect(await a.breaker()).toEqual(closed)
    await a.worked(1)
    expect(await a.counts()).toMatchObject({ shared_hits: 1 })
    expect(await a.memoizer.invalidate('work')).toEqual({ kind: 'invalidated', function: 'work', removed: 500 })
    for (const expected of [502, 502]) {
      expect(await a.worked(1)).toMatchObject({ x: 1 })
      await a.memoizer.settled()
      expect(a.task.runs).toBe(expected)
    }
    expect(await a.counts()).toEqual({ shared_misses: 502, shared_hits: 2, errors: 1 })
    expect(await a.breaker()).toEqual(closed)
  })

  it('that rejects even tokens is still queried, and values from before an invalidation are not used', async () => {
    server = await startRedis(program, { 'maxmemory-policy': 'noeviction' })
    const a = begin({ url: server.url })
    for (const x of [1, 2, 3]) await a.worked(x)
    await a.memoizer.settled()
    await queryRedis(server.port, 'CONFIG SET maxmemory 1')
    expect(await queryRedis(server.port, 'SET other value')).toContain('OOM')
    const before = await a.counts()
    expect(await a.worked(4)).toMatchObject({ x: 4 })
    await a.memoizer.settled()
    expect(await a.counts()).toEqual({ ...before, shared_misses: 4, errors: 1 })
    expect(await a.breaker()).toEqual(closed)
    await a.worked(1)
    expect(await a.counts()).toMatchObject({ shared_hits: 1 })
    expect(await a.memoizer.invalidate('work')).toEqual({ kind: 'invalidated', function: 'work', removed: 3 })
    expect(await a.worked(1)).toMatchObject({ x: 1 })
    expect(a.task.runs).toBe(5)
    expect(await a.breaker()).toEqual(closed)
    await queryRedis(server.port, 'CONFIG SET maxmemory 0')
    await a.worked(5)
    await a.memoizer.settled()
    await a.worked(5)
    expect(await a.counts()).toMatchObject({ shared_hits: 2 })
  })

  it('that rejects all writes, as replicas do, still returns its values', async () => {
    server = await startRedis(program)
    const a = begin({ url: server.url })
    await a.worked(1)
    await a.memoizer.settled()
    await queryRedis(server.port, 'CONFIG SET replica-serve-stale-data yes')
    await queryRedis(server.port, 'REPLICAOF 127.0.0.1 1')
    const results = await Promise.all([1, 2, 3, 4].map(x => a.worked(x)))
    expect(results.map(({ x }) => x)).toEqual([1, 2, 3, 4])
    await a.memoizer.settled()
    expect(await a.counts()).toEqual({ shared_misses: 4, shared_hits: 1, errors: 3 })
    expect(await a.memoizer.invalidate('work')).toMatchObject({
      kind: 'unavailable',
      reason: expect.stringContaining('READONLY'),
    })
    expect(await a.breaker()).toEqual(closed)
    await queryRedis(server.port, 'REPLICAOF NO ONE')
    a.skip(30_000)
    await a.worked(1)
    await a.memoizer.settled()
    await a.worked(5)
    await a.memoizer.settled()
    await a.worked(5)
    expect(await a.counts()).toMatchObject({ shared_hits: 2 })
  })

  async function startProtected(secret: string) {
    server = await startRedis(program, { requirepass: secret })
    const client = createClient({ socket: { port: server.port }, password: secret })
    admin = client
    await client.connect()
    const failures = async (): Promise<number> =>
      Number(/cmdstat_auth:.*failed_calls=(\d+)/.exec(await client.info('commandstats'))?.[1] ?? 0)
    return { client, failures }
  }

  it('that denies access is tried once a second, and used as soon as it grants access (docs/caching.md, Breaker)', async () => {
    const { client, failures } = await startProtected('another')
    const a = begin({ url: url(server.port, `:${encodeURIComponent(password)}@`) })
    for (let x = 0; x < 100; x++) expect(await a.worked(x)).toMatchObject({ x })
    expect(await a.breaker()).toMatchObject({ open: true })
    expect(await failures()).toBeLessThan(5)
    expect((await a.memoizer.status()).server?.error).toContain('WRONGPASS')
    const [begun, before] = [performance.now(), await failures()]
    await eventually('it was asked three times', async () => {
      await Promise.all([1, 2, 3].map(x => a.worked(x)))
      return (await failures()) >= before + 3
    })
    expect(performance.now() - begun).toBeGreaterThan(2000)
    await client.configSet('requirepass', password)
    expect(await a.breaker()).toMatchObject({ open: true })
    await a.recovered()
    expect(a.log).toEqual([expect.stringContaining('WRONGPASS'), expect.stringContaining('in use again')])
  })

  it('that requires a missing password is not used (docs/caching.md, Breaker)', async () => {
    await startProtected('another')
    const a = begin({ url: server.url })
    expect(await a.worked(1)).toMatchObject({ x: 1 })
    expect(await a.breaker()).toMatchObject({ open: true })
    expect(a.log).toEqual([expect.stringContaining('NOAUTH')])
  })

  it('that answers neither INFO nor HELLO has an unknown product and no error (docs/caching.md, Connections to the store)', async () => {
    server = await startRedis(program, { 'rename-command INFO': '', 'rename-command HELLO': '' })
    const a = begin({ url: server.url })
    expect((await a.memoizer.status()).server).toEqual({
      product: 'unknown',
      version: null,
      latency_ms: expect.any(Number),
      error: null,
    })
  })

  it.each([
    ['with a username', 'somebody:'],
    ['alone', ':'],
  ])(
    'without passwords echoes the password (%s), which is masked everywhere (docs/caching.md, Settings of the cache)',
    async (_, userinfo) => {
      server = await startRedis(program, { 'rename-command AUTH': '' })
      expect(await queryRedis(server.port, `AUTH ${password}`)).toContain(password)
      const a = begin({ url: url(server.port, `${userinfo}${encodeURIComponent(password)}@`) })
      await a.worked(1)
      const outputs = [await a.memoizer.invalidate('work'), await a.memoizer.status(), a.log]
      const text = inspect(outputs, { depth: null, showHidden: true, maxStringLength: null })
      expect(text).toContain('AUTH')
      for (const secret of ['p@ss', 'ss/w', 'w:x', 'p%40ss']) expect(text).not.toContain(secret)
    },
  )

  it.each([
    ['with a username, encoded', `somebody:${encodeURIComponent(password)}@`],
    ['alone, encoded', `:${encodeURIComponent(password)}@`],
    ['unencoded', ':p@ss/w:x@'],
    ['correct', ':another@'],
  ])('is the only one to learn the password (%s)', async (_, userinfo) => {
    await startProtected('another')
    const outputs: unknown[] = []
    for (const address of [
      url(server.port, userinfo),
      `${url(server.port, userinfo)},redis://127.0.0.1:${server.port}`,
      `redis-sentinel://${userinfo}127.0.0.1:${server.port}/main`,
      url(1, userinfo),
      `redis://${userinfo}nowhere.invalid`,
    ]) {
      const a = begin({ url: address })
      await a.worked(1)
      outputs.push(
        a.log,
        await a.memoizer.invalidate('work'),
        await a.memoizer.status(),
        await a.memoizer.invalidate(null),
      )
      outputs.push(a.log)
    }
    const text = inspect(outputs, { depth: null, showHidden: true, maxStringLength: null }) + JSON.stringify(outputs)
    expect(text).toContain('***@127.0.0.1')
    for (const secret of ['p@ss', 'ss/w', 'w:x', 'p%40ss', 'another']) expect(text).not.toContain(secret)
  })
})
