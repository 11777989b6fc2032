import path from 'node:path'
import {
  describeRedis,
  eventually,
  programsIn,
  queryRedis,
  type RedisServer,
  sharingInstances,
  startRedis,
  startRedisSentinel,
} from '@plenum/testkit'
import { shareThroughRedis } from '../shareThroughRedis.js'

const password = 'p@ss/w'
const closed = { open: false, seconds_until_retry: 0 }

describeRedis(describe, 'a master behind sentinels', program => {
  const { start, close } = sharingInstances(shareThroughRedis)
  const programs = programsIn(path.join(import.meta.dirname, '../../test/programs'))
  let servers: readonly RedisServer[] = []
  let sentinel: RedisServer

  const ask = async ({ port }: RedisServer, command: string): Promise<string> =>
    (await queryRedis(port, `AUTH ${password}\r\n${command}`))?.replace(/^\+OK\r\n/, '') ?? ''
  const masters = async (): Promise<readonly RedisServer[]> => {
    const roles = await Promise.all(servers.map(server => ask(server, 'ROLE')))
    return servers.filter((_, i) => roles[i]?.includes('master'))
  }

  beforeAll(async () => {
    const settings = { requirepass: password, masterauth: password, 'repl-diskless-sync-delay': '0' }
    const first = await startRedis(program, settings)
    const second = await startRedis(program, { ...settings, replicaof: `127.0.0.1 ${first.port}` })
    servers = [first, second]
    await eventually('the replica follows', async () =>
      (await ask(second, 'INFO replication')).includes('link_status:up'),
    )
    sentinel = await startRedisSentinel(program, 'main', first)
    // The periods are shortened, because by default, sentinels check the servers only every ten seconds, and take
    // equally long to make the old master a replica.
    for (const period of ['INFO', 'PUBLISH']) await queryRedis(sentinel.port, `SENTINEL DEBUG ${period}-PERIOD 200`)
    await queryRedis(sentinel.port, `SENTINEL SET main auth-pass ${password}`)
    await eventually('the sentinel knows the replica', async () =>
      (await queryRedis(sentinel.port, 'SENTINEL REPLICAS main'))?.includes(`127.0.0.1:${second.port}`),
    )
  })
  afterEach(async () => {
    await programs.close()
    await close()
  })
  afterAll(async () => void (await Promise.all([sentinel, ...servers].map(server => server.close()))))

  const begin = (name = 'main', settings = {}) => {
    const userinfo = `:${encodeURIComponent(password)}@`
    const a = start({
      url: `redis-sentinel://${userinfo}127.0.0.1:1,127.0.0.1:${sentinel.port}/${name}`,
      timeout: 5,
      ...settings,
    })
    return { ...a, worked: a.memoizer.memoize({ name: 'work' }, async (x: number) => ({ x })) }
  }

  it('is found by a name that the sentinels know', async () => {
    const a = begin('another')
    await a.worked(1)
    expect((await a.breaker())?.open).toBe(true)
    expect((await a.memoizer.status()).server?.error).toBe(
      'connect ECONNREFUSED 127.0.0.1:1; the sentinels know no master named another',
    )
    expect(await begin().breaker()).toEqual(closed)
  })

  it.each(['0', '100'])(
    'can be closed while in use, after %s ms, without leaks (docs/caching.md, Connections to the store)',
    async pause => {
      const url = `redis-sentinel://:${encodeURIComponent(password)}@127.0.0.1:${sentinel.port}/main`
      const { line, ended } = programs.start('closing', [url, pause])
      expect(await line()).toEqual({ sum: 4950, late: 1000, kind: 'unavailable' })
      expect(await ended()).toEqual({ code: 0, errors: '' })
    },
  )

  it('is abandoned for its successor in a planned failover', async () => {
    const a = begin('main', { prefix: 'planned' })
    await a.worked(1)
    await a.memoizer.settled()
    const isBegun = async () => (await queryRedis(sentinel.port, 'SENTINEL FAILOVER main')) === '+OK'
    await eventually('the replica is found good', isBegun)
    await eventually('they have changed places', async () => {
      const [only, other] = await masters()
      return only === servers[1] && !other
    })
    await eventually('the new one is used', async () => {
      a.skip(30_000)
      await a.worked(2)
      await a.memoizer.settled()
      return (
        !(await a.breaker())?.open && (await ask(servers[1] as RedisServer, 'KEYS planned:work:*')).startsWith('*2')
      )
    })
  })

  it('is replaced by its replica when it is killed', async () => {
    const a = begin('main', { prefix: 'killed' })
    await a.worked(1)
    await a.memoizer.settled()
    await a.worked(1)
    expect(await a.counts()).toEqual({ shared_misses: 1, shared_hits: 1 })
    expect((await a.memoizer.status()).server).toMatchObject({ product: 'Redis', error: null })
    const [first] = await masters()
    await first?.kill()
    expect(await a.worked(2)).toEqual({ x: 2 })
    expect((await a.breaker())?.open).toBe(true)
    await eventually('the replica is the master', async () => (await masters()).length === 1)
    await eventually('it is used', async () => {
      a.skip(30_000)
      await a.worked(3)
      await a.memoizer.settled()
      return !(await a.breaker())?.open
    })
    await a.worked(3)
    expect(await a.counts()).toMatchObject({ shared_hits: 2 })
    expect(await a.memoizer.invalidate('work')).toMatchObject({ kind: 'invalidated' })
    const [second] = await masters()
    expect(second && (await ask(second, 'KEYS killed:work:*'))).toBe('*0')
  })

  it('is not used after its demotion, even if a sentinel still names it', async () => {
    sentinel.pause()
    const [last] = await masters()
    if (last) await ask(last, 'REPLICAOF 127.0.0.1 1')
    sentinel.resume()
    const a = begin('main', { timeout: 1 })
    await a.worked(1)
    expect((await a.breaker())?.open).toBe(true)
    expect(a.log.join()).toMatch(/name a replica/)
  })
})
