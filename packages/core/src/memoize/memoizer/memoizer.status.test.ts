import { memoizeInstances, turn } from '@plenum/testkit'

describe('the status (docs/caching.md, Administration endpoint)', () => {
  it('has exactly these keys', async () => {
    const { start } = memoizeInstances({ include: ['w*'], exclude: ['x'] })
    const a = start()
    const worked = a.memoizer.memoize({ name: 'work' }, (x: number) => x)
    a.memoizer.memoize({ name: 'work/never-called' }, () => 1)
    await worked(1)
    await a.memoizer.settled()
    await worked(1)
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

  it('contacts the server also while the breaker is open, and changes nothing (docs/caching.md, Administration endpoint)', async () => {
    const { start, time } = memoizeInstances()
    const a = start()
    const worked = a.memoizer.memoize({ name: 'work' }, (x: number) => x)
    a.fault = 'down'
    await worked(1)
    a.fault = null
    await time.advance(30_000)
    const before = await a.memoizer.status()
    const [first] = await Promise.all(Array.from({ length: 50 }, () => a.memoizer.status()))
    expect(a.requests).toMatchObject({ describe: 2, get: 1, set: 0 })
    expect(first).toEqual(before)
    expect(first).toMatchObject({
      breaker: { open: true, seconds_until_retry: 0 },
      server: { product: 'memory', error: null },
    })
  })

  it('that fails again and again opens no breaker', async () => {
    const { start } = memoizeInstances()
    const a = start()
    a.fault = 'down'
    for (let i = 0; i < 5; i++) await a.memoizer.status()
    expect((await a.memoizer.status()).breaker).toEqual({ open: false, seconds_until_retry: 0 })
  })

  it('tells of a server that fails what it was before, how long it took, and why (docs/caching.md, Administration endpoint)', async () => {
    const { start, time, server } = memoizeInstances({ timeout: 2 })
    const a = start()
    a.fault = 'rejecting'
    expect((await a.memoizer.status()).server).toEqual({
      latency_ms: 0,
      product: 'unknown',
      version: null,
      error: 'connect ECONNREFUSED redis://u:***@cache:6379',
    })
    a.fault = null
    const found = { kind: 'answered', product: 'Valkey', version: '8.1.0', latency: 1.23456 }
    Object.assign(server, { describe: async () => found })
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

  it.each([
    {
      url: 'redis://u:sword%2Ffish@cache?passphrase=hush',
      shownAs: 'redis://u:***@cache?passphrase=***',
      secrets: ['sword', 'fish', 'hush'],
      reasons: ['AUTH sword/fish', 'sword%2Ffish and hush', 'bad fish'],
    },
    {
      url: 'rediss://swordfish@cache',
      shownAs: 'rediss://***@cache',
      secrets: ['swordfish'],
      reasons: ['no user swordfish', 'at rediss://swordfish@cache'],
    },
    {
      url: 'unix:///run/s.sock?PassWord=hu%73h',
      shownAs: 'unix:///run/s.sock?PassWord=***',
      secrets: ['hush', 'hu%73h'],
      reasons: ['AUTH hush', 'hu%73h is wrong'],
    },
    {
      url: 'redis://u:sword@h1,redis://u:fish@h2,rediss://hush@h3',
      shownAs: 'redis://u:***@h1,redis://u:***@h2,rediss://***@h3',
      secrets: ['sword', 'fish', 'hush'],
      reasons: ['AUTH u sword', 'AUTH u fish', 'no user hush'],
    },
  ])(
    'has no secret of $shownAs in it, nor have errors and the log (docs/caching.md, Settings of the cache)',
    async ({ url, shownAs, secrets, reasons }) => {
      const { start, time } = memoizeInstances({ url })
      const a = start()
      const worked = a.memoizer.memoize({ name: 'work' }, (x: number) => x)
      for (const reason of reasons) {
        Object.assign(a, { fault: 'rejecting', reason })
        await worked(1)
        const outcome = await a.memoizer.invalidate(null)
        await time.advance(30_000)
        const shown = JSON.stringify([await a.memoizer.status(), outcome, a.log])
        for (const secret of secrets) expect(shown).not.toContain(secret)
        expect(shown).toContain(shownAs)
      }
      expect(a.log).toHaveLength(1 + reasons.length)
    },
  )

  it('waits for nothing but the server', async () => {
    const { start } = memoizeInstances()
    const a = start()
    const worked = a.memoizer.memoize({ name: 'work' }, () => new Promise<number>(() => {}))
    void worked()
    await turn()
    expect((await a.memoizer.status()).functions.work?.counters.shared_misses).toBe(1)
  })
})
