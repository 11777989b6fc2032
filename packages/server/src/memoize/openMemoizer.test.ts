import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type Catalog, createSite, type Memoizing } from '@plenum/core'
import { createMemoizer, defaultMemoizeSettings, memorySharedStore } from '@plenum/core/memoize'
import { createApp } from '@plenum/express-adapter'
import { createProcessScheduler } from '@plenum/platform'
import { type RedisNodes, shareThroughRedis } from '@plenum/redis-store'
import { createTestSite, describeRedis, type HttpClient, httpClient, startRedis, type TestUser } from '@plenum/testkit'
import { openDatabase } from '../database.js'
import { createMetrics } from '../metrics/createMetrics.js'
import { createMetricsServer } from '../metrics/metricsServer.js'
import { openMemoizer } from './openMemoizer.js'

const clock = () => performance.now()
/** Redis nodes that are never called, because these tests use a different kind of store. */
const noServers: RedisNodes = {
  send: async () => null,
  get: async () => [],
  masters: async () => [],
  onSeparateConnection: () => Promise.reject(new Error('there is no server')),
  reset: () => {},
  close: () => {},
}

function sharing(
  store = memorySharedStore({ clock, maxSize: 1_000_000 }),
  overrides: Partial<typeof defaultMemoizeSettings> = {},
): Memoizing {
  const settings = { ...defaultMemoizeSettings, ...overrides, url: 'redis://ada:s3cret@cache.example:6379/0' }
  const shared = { ...shareThroughRedis(settings, { nodes: noServers }), store }
  const memoizer = createMemoizer({ settings, clock, shared })
  return { memoizer, buildId: '1' }
}

const inert = (): Memoizing => openMemoizer(defaultMemoizeSettings, { info: () => {}, warn: () => {} })

async function clientOf(memoizing: Memoizing): Promise<HttpClient> {
  const { site } = await createTestSite({ memoizing })
  return httpClient(createApp(site, { publicUrl: 'http://site.example' }))
}

describe('GET /@sharedmemoize (docs/caching.md, Administration endpoint)', () => {
  it('returns settings, breaker, server and the called functions, without the password', async () => {
    const { get } = await clientOf(sharing())
    await get('/@schedule').expect(200)
    await get('/@schedule').expect(200)
    const { body, text } = await get('/@sharedmemoize').expect(200)
    expect(text).not.toContain('s3cret')
    expect(body).toEqual({
      active: true,
      settings: {
        exclude: [],
        include: [],
        max_size: 1_048_576,
        prefix: 'plenum',
        retry_after: 30,
        timeout: 0.25,
        ttl: 86_400,
        url: 'redis://ada:***@cache.example:6379/0',
      },
      breaker: { open: false, seconds_until_retry: 0 },
      server: { latency_ms: expect.any(Number), product: 'memory', version: null, error: null },
      functions: {
        'plenum/event.schedule': {
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

  it('is inert without an address', async () => {
    const { get } = await clientOf(inert())
    await get('/@schedule').expect(200)
    const { body } = await get('/@sharedmemoize').expect(200)
    expect(body).toMatchObject({ active: false, settings: { url: null }, breaker: null, server: null })
    expect(body.functions).toEqual({})
  })

  it('requires Manager: 401 for all others, including Site Administrators', async () => {
    const { send } = await clientOf(inert())
    for (const user of [undefined, 'mia', 'sia', 'rex'] as (TestUser | undefined)[]) {
      const { body } = await send('get', '/@sharedmemoize', user).expect(401)
      expect(body).toMatchObject({ type: 'Unauthorized' })
      await send('post', '/@sharedmemoize/invalidate', user).send({}).expect(401)
      await send('post', '/@sharedmemoize/invalidate', user).send('nonsense').expect(401)
    }
  })

  it('exists at the site root only', async () => {
    const { get, post } = await clientOf(inert())
    await post('/', { '@type': 'Document', id: 'page', title: 'Page' }).expect(201)
    await get('/page/@sharedmemoize').expect(404)
    await get('/@sharedmemoize/invalidate').expect(404)
  })
})

describe('POST /@sharedmemoize/invalidate (docs/caching.md, Administration endpoint)', () => {
  it('drops the values of one function, or all, and returns their number', async () => {
    const { get, post } = await clientOf(sharing())
    await get('/@schedule')
    await get('/@sponsors')
    const one = await post('/@sharedmemoize/invalidate', { function: 'plenum/event.schedule' }).expect(200)
    expect(one.body).toEqual({ function: 'plenum/event.schedule', removed: 1 })
    const unknown = await post('/@sharedmemoize/invalidate', { function: 'nobody/knows' }).expect(200)
    expect(unknown.body).toEqual({ function: 'nobody/knows', removed: 0 })
    const all = await post('/@sharedmemoize/invalidate', {}).expect(200)
    expect(all.body).toEqual({ function: null, removed: 1 })
    await get('/@schedule')
    const { body } = await get('/@sharedmemoize')
    expect(body.functions['plenum/event.schedule'].counters).toMatchObject({ shared_hits: 0, shared_misses: 2 })
  })

  it.each([
    [''],
    ['{'],
    ['[]'],
    ['null'],
    ['"x"'],
    ['5'],
    ['{"function":""}'],
    ['{"function":null}'],
    ['{"function":1}'],
    ['{"functoin":"x"}'],
    ['{"function":"x","more":1}'],
  ])('refuses the body %j, and drops nothing', async sent => {
    const { get, send } = await clientOf(sharing())
    await get('/@schedule')
    const request = send('post', '/@sharedmemoize/invalidate', 'max').set('Content-Type', 'application/json')
    const { body } = await (sent === '' ? request : request.send(sent)).expect(400)
    expect(body).toMatchObject({ type: 'BadRequest' })
    await get('/@schedule')
    const status = await get('/@sharedmemoize')
    expect(status.body.functions['plenum/event.schedule'].counters).toMatchObject({ shared_hits: 1 })
  })

  it('exists at no other path', async () => {
    const { post } = await clientOf(inert())
    for (const path of ['/@sharedmemoize', '/@sharedmemoize/foo', '/@sharedmemoize/invalidate/x'])
      expect((await post(path, {}).expect(404)).body).toMatchObject({ type: 'NotFound' })
  })

  it('returns 503 if the store is unreachable, after dropping the values of this process', async () => {
    const store = memorySharedStore({ clock, maxSize: 1_000_000 })
    const down = { kind: 'unavailable', reason: 'connect ECONNREFUSED redis://ada:s3cret@cache.example' } as const
    const { get, post } = await clientOf(sharing({ ...store, invalidate: async () => down }, { exclude: ['*'] }))
    const countersAfterUse = async () => {
      await get('/@schedule').expect(200)
      const { body } = await get('/@sharedmemoize')
      return body.functions['plenum/event.schedule'].counters
    }
    await get('/@schedule')
    expect(await countersAfterUse()).toMatchObject({ ram_misses: 1, ram_hits: 1 })
    const { body, text } = await post('/@sharedmemoize/invalidate', {}).expect(503)
    expect(body).toEqual({
      type: 'ServiceUnavailable',
      message: expect.stringContaining('repeat'),
      context: expect.any(String),
      request_id: expect.any(String),
    })
    expect(text).not.toContain('s3cret')
    expect(await countersAfterUse()).toMatchObject({ ram_misses: 2, ram_hits: 1 })
  })
})

describe('a restored database (docs/caching.md, Cached payloads)', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'plenum-restored-'))
  afterAll(() => rmSync(folder, { recursive: true }))

  it('never returns cached values of the replaced state', async () => {
    const [file, copy] = [path.join(folder, 'a.db'), path.join(folder, 'b.db')]
    const memoizing = sharing()
    const before = openDatabase(file)
    const { platform } = await createTestSite({ store: before.content, memoizing })
    await before.close()
    copyFileSync(file, copy)
    // Both databases start in the same state and receive the same number of changes.
    for (const [at, title] of [
      [file, 'Compost'],
      [copy, 'Soil'],
    ] as const) {
      const store = openDatabase(at)
      const http = httpClient(
        createApp(createSite({ ...platform, store: store.content }), { publicUrl: 'http://site.example' }),
      )
      await http.post('/', { '@type': 'Schedule', id: 'schedule', title: 'Schedule' }).expect(201)
      const dates = { start: '2027-05-01T09:00:00Z', end: '2027-05-01T10:00:00Z' }
      await http.post('/schedule', { '@type': 'Talk', id: 'talk', title, ...dates }).expect(201)
      await http.post('/schedule/talk/@workflow/publish').expect(200)
      const { body } = await http.get('/@schedule').expect(200)
      expect(body.items[0].items.map((slot: { title: string }) => slot.title)).toEqual([title])
      await store.close()
    }
  })
})

describeRedis(describe, 'instances with different texts (docs/caching.md, Cached payloads)', program => {
  it('never get a schedule with the texts of another process, and share it if the texts are equal', async () => {
    const redis = await startRedis(program)
    const settings = { ...defaultMemoizeSettings, url: redis.url, timeout: 5 }
    const { site, platform } = await createTestSite({ languages: ['de'] })
    const instance = (catalogs: Record<string, Catalog>) => {
      const memoizing = openMemoizer(settings, { info: () => {}, warn: () => {} }, catalogs)
      const app = createApp(createSite({ ...platform, memoizing }), { publicUrl: 'http://site.example', catalogs })
      return { ...httpClient(app), memoizing }
    }
    const instances = ['Vortrag', 'Rede', 'Vortrag'].map(Talk => instance({ de: { Talk } }))
    const { post } = httpClient(createApp(site))
    await post('/', { '@type': 'Schedule', id: 'schedule', title: 'Schedule' }).expect(201)
    const dates = { start: '2027-05-01T09:00:00Z', end: '2027-05-01T10:00:00Z' }
    await post('/schedule', { '@type': 'Talk', id: 'talk', title: 'Talk', ...dates }).expect(201)
    await post('/schedule/talk/@workflow/publish').expect(200)
    const observed: unknown[] = []
    for (const { get, memoizing } of instances) {
      const { body } = await get('/@schedule').set('Accept-Language', 'de').expect(200)
      await memoizing.memoizer.settled()
      const { functions } = await memoizing.memoizer.status()
      const hits = functions['plenum/event.schedule']?.counters.shared_hits
      observed.push([body.items[0].items[0].portal_type[0].title, hits])
    }
    for (const { memoizing } of instances) await memoizing.close()
    await redis.close()
    expect(observed).toEqual([
      ['Vortrag', 0],
      ['Rede', 0],
      ['Vortrag', 1],
    ])
  })
})

const none = { times: 0, seconds: 0 }
const idle = { running: 0, waiting: 0 }
const idleDatabase = { reads: none, writes: none, readers: idle, waitingWrites: 0, commits: 0, lockWaits: 0 }

describe('/metrics', () => {
  const scraper = ({ memoizer }: Memoizing) => {
    const metrics = createMetrics({
      memoize: () => memoizer.status(),
      answers: () => ({ answers: 1, bytes: 2000, hits: 3, misses: 4 }),
      answerBudget: () => ({ answers: 0, bytes: 0, cut: 0 }),
      database: () => idleDatabase,
      replicas: () => [],
      site: { scheduler: createProcessScheduler() },
      passwordCounts: () => idle,
    })
    return httpClient(createMetricsServer(metrics, () => {}) as never)
  }
  const figures = (text: string) => [...text.matchAll(/^plenum_memoize_(\w+) (\S+)$/gm)].map(([, ...groups]) => groups)

  it('returns counters, route, breaker and latency in Prometheus format, and nothing at other paths', async () => {
    const memoizing = sharing()
    const { get } = await clientOf(memoizing)
    await get('/@schedule')
    await get('/@schedule')
    const { send } = scraper(memoizing)
    for (const _ of [1, 2]) {
      const { text, headers } = await send('get', '/metrics').expect(200)
      expect(headers['content-type']).toContain('text/plain')
      expect(text).toContain('plenum_memoize_events_total{function="plenum/event.schedule",event="shared_hits"} 1')
      expect(text).toContain('plenum_memoize_route{function="plenum/event.schedule",route="shared"} 1')
      expect(text).toMatch(/^plenum_memoize_breaker_open 0$/m)
      expect(text).toMatch(/^plenum_memoize_server_up 1$/m)
      expect(text).toMatch(/^plenum_memoize_server_latency_seconds [\d.e-]+$/m)
      expect(text).toMatch(/^process_cpu_seconds_total /m)
    }
    await send('get', '/').expect(404)
    await send('post', '/metrics').expect(404)
  })
  it('reports no server if none is configured, so that no alert fires', async () => {
    const { text } = await scraper(inert()).send('get', '/metrics').expect(200)
    expect(figures(text)).toEqual([['active', '0']])
  })

  it('reports no latency while the server does not answer', async () => {
    const store = memorySharedStore({ clock, maxSize: 1_000_000 })
    let isDown = false
    const down = { kind: 'unavailable', reason: 'connect ECONNREFUSED', latency: 3 } as const
    const { send } = scraper(sharing({ ...store, describe: async () => (isDown ? down : store.describe()) }))
    const observed: unknown[] = []
    for (const state of [true, false, true]) {
      isDown = state
      const { text } = await send('get', '/metrics').expect(200)
      observed.push(figures(text).map(([name, value]) => (name === 'server_latency_seconds' ? name : [name, value])))
    }
    const always = [
      ['active', '1'],
      ['breaker_open', '0'],
      ['breaker_retry_seconds', '0'],
    ]
    const without = [...always, ['server_up', '0']]
    expect(observed).toEqual([without, [...always, ['server_up', '1'], 'server_latency_seconds'], without])
  })

  it('answers HEAD like GET, without a body', async () => {
    const { send } = scraper(inert())
    const [got, head] = [await send('get', '/metrics').expect(200), await send('head', '/metrics').expect(200)]
    expect(head.headers['content-type']).toBe(got.headers['content-type'])
    expect(head.text ?? '').toBe('')
    await send('head', '/').expect(404)
  })
})
