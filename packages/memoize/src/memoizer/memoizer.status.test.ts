import { manualTime, memoizeInstances, serializingCodec, sha256, slice } from '@plenum/testkit'
import { defaultMemoizeSettings } from '../settings/settings.js'
import { memorySharedStore } from '../store/memorySharedStore.js'
import { shareThrough } from './connectStore.js'
import { createMemoizer } from './memoizer.js'

describe('the status (docs/caching.md, Administration endpoint)', () => {
  it('has exactly these keys', async () => {
    const { start } = memoizeInstances({ include: ['w*'], exclude: ['x'] })
    const a = start()
    const work = a.memoizer.memoize({ name: 'work' }, (x: number) => x)
    a.memoizer.memoize({ name: 'work/never-called' }, () => 1)
    await work(1)
    await a.memoizer.settled()
    await work(1)
    expect(await a.memoizer.status()).toEqual({
      active: true,
      settings: {
        exclude: ['x'],
        include: ['w*'],
        max_size: 1_048_576,
        prefix: 'plenum',
        retry_after: 30,
        timeout: 0.25,
        ttl: 86_400,
        url: 'redis://u:***@cache:6379',
      },
      breaker: { open: false, seconds_until_retry: 0 },
      server: { latency_ms: 0, product: 'memory', version: null, error: null },
      functions: {
        work: {
          route: 'shared',
          reason: null,
          counters: {
            shared_hits: 1,
            shared_misses: 1,
            ram_hits: 0,
            ram_misses: 0,
            refused: 0,
            too_large: 0,
            undecodable: 0,
            errors: 0,
          },
        },
      },
    })
  })

  it('contacts the server even if the breaker is open, and changes nothing (docs/caching.md, Administration endpoint)', async () => {
    const { start, time } = memoizeInstances()
    const a = start()
    const work = a.memoizer.memoize({ name: 'work' }, (x: number) => x)
    a.fault = 'down'
    await work(1)
    a.fault = null
    await time.advance(750)
    const before = await a.memoizer.status()
    const [first] = await Promise.all(Array.from({ length: 50 }, () => a.memoizer.status()))
    expect(a.requests).toMatchObject({ describe: 2, get: 1, set: 0 })
    expect(first).toEqual(before)
    expect(first).toMatchObject({
      breaker: { open: true, seconds_until_retry: 0.25 },
      server: { product: 'memory', error: null },
    })
  })

  it('does not open the breaker if it fails repeatedly', async () => {
    const { start } = memoizeInstances()
    const a = start()
    a.fault = 'down'
    for (let i = 0; i < 5; i++) await a.memoizer.status()
    expect((await a.memoizer.status()).breaker).toEqual({ open: false, seconds_until_retry: 0 })
  })

  it('reports the last known server, the response time and the reason while the server fails (docs/caching.md, Administration endpoint)', async () => {
    const { start, time, server } = memoizeInstances({ timeout: 2 })
    const a = start()
    a.fault = 'down'
    expect((await a.memoizer.status()).server).toEqual({
      latency_ms: 0,
      product: 'unknown',
      version: null,
      error: 'connect ECONNREFUSED redis://u:***@cache:6379',
    })
    a.fault = null
    const description = { kind: 'answered', product: 'Valkey', version: '8.1.0', latency: 1.23456 }
    Object.assign(server, { describe: async () => description })
    expect((await a.memoizer.status()).server).toEqual({
      latency_ms: 1.235,
      product: 'Valkey',
      version: '8.1.0',
      error: null,
    })
    a.fault = 'hung'
    const status = a.memoizer.status()
    await time.advance(2000)
    expect((await status).server).toEqual({
      latency_ms: 2000,
      product: 'Valkey',
      version: null,
      error: 'no answer within 2000 ms',
    })
  })

  it('hides the text of a rejecting store, which may be secret, from answers and log', async () => {
    const { start } = memoizeInstances()
    const a = start()
    Object.assign(a, { fault: 'rejecting', reason: 'AUTH swordfish' })
    await a.memoizer.memoize({ name: 'work' }, (x: number) => x)(1)
    const outcome = await a.memoizer.invalidate(null)
    const output = JSON.stringify([await a.memoizer.status(), outcome, a.log])
    expect(output).not.toContain('swordfish')
    expect([a.log.length, outcome]).toEqual([2, { kind: 'unavailable', reason: expect.stringContaining('rejected') }])
  })

  it('has no address if the store reports none, whatever the settings contain', async () => {
    const time = manualTime()
    const store = memorySharedStore({ clock: time.clock, maxSize: 1000 })
    const settings = { ...defaultMemoizeSettings, url: 'redis://u:swordfish@cache' }
    const { status } = createMemoizer({
      settings,
      clock: time.clock,
      shared: shareThrough({ store, codec: serializingCodec, digest: sha256 }),
    })
    expect(await status()).toMatchObject({ active: true, settings: { url: null } })
  })

  it('waits for nothing except the server', async () => {
    const { start } = memoizeInstances()
    const a = start()
    const work = a.memoizer.memoize({ name: 'work' }, () => new Promise<number>(() => {}))
    void work()
    await slice()
    expect((await a.memoizer.status()).functions.work?.counters.shared_misses).toBe(1)
  })
})
