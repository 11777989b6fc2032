import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { anonymous, createSite, DomainError, type JsonObject, message, type Platform, type Site } from '@plenum/core'
import {
  createMemoizer,
  defaultMemoizeSettings,
  memorySharedStore,
  type SharedStore,
  shareThrough,
} from '@plenum/core/memoize'
import { cacheAnswers, createApp, createServer } from '@plenum/express-adapter'
import { createTestSite, httpClient, listenOn, serializingCodec, sha256 } from '@plenum/testkit'
import { openDatabase } from '../database.js'

const clock = () => performance.now()
const publicUrl = 'http://site.example'
const folder = mkdtempSync(path.join(tmpdir(), 'plenum-invalidated-'))
afterAll(() => rmSync(folder, { recursive: true }))

let files = 0

const worldOnly = async () => (await createTestSite()).platform

interface Starting {
  readonly file: string
  readonly shared: SharedStore | null
  readonly isFirst?: boolean
  readonly change?: Partial<Platform['store']>
}

/**
 * Starts a process with a site database. `shared` is the store for memoized values, or null to use only the memory of
 * the process.
 */
async function startProcess({ file, shared, isFirst = false, change = {} }: Starting) {
  const opened = openDatabase(file)
  const memoizer = createMemoizer({
    settings: defaultMemoizeSettings,
    clock,
    digest: sha256,
    shared: shared && shareThrough({ store: shared, codec: serializingCodec, digest: sha256 }),
  })
  const memoizing = { memoizer, buildId: '1' }
  const stores = { store: { ...opened.content, ...change }, users: opened.users, memoizing }
  const site = createSite({ ...(isFirst ? (await createTestSite(stores)).platform : await worldOnly()), ...stores })
  const answers = cacheAnswers(site, 1024 * 1024, { publicUrl })
  const server = await listenOn(createServer(createApp(site, { publicUrl, answers }), { answers }))
  const { send, post } = httpClient(server)
  return {
    file,
    memoizer,
    answers,
    /** Sends a request without credentials, because the test platform does not cache logins. */
    get: (address: string) => send('get', address),
    post,
    close: async () => {
      await server[Symbol.asyncDispose]()
      await opened.close()
    },
  }
}

type Process = Awaited<ReturnType<typeof startProcess>>

function tamperedStore(): SharedStore & { isTampered: boolean } {
  const inner = memorySharedStore({ clock, maxSize: 1_000_000 })
  const tampered: SharedStore & { isTampered: boolean } = {
    ...inner,
    isTampered: false,
    set: (address, value) => {
      const cached = serializingCodec.decode(value.payload) as { payload: JsonObject }
      if (tampered.isTampered) Object.assign(cached.payload, { items: [{ id: 'OLD' }] })
      return inner.set(address, { ...value, payload: serializingCodec.encode(cached) })
    },
  }
  return tampered
}

const old = [{ id: 'OLD' }]
const tagOf = async ({ get }: Process, address: string) => (await get(address).expect(200)).headers.etag as string
const invalidate = ({ post }: Process, body: object = {}) => post('/@sharedmemoize/invalidate', body)

describe('answers computed from memoized values (docs/caching.md, Invalidation of responses)', () => {
  let running: Process[] = []
  const newFile = () => path.join(folder, `${++files}.db`)
  const start = async (shared: SharedStore | null, file = newFile()) => {
    const here = await startProcess({ file, shared, isFirst: !running.some(one => one.file === file) })
    const there = await startProcess({ file, shared })
    running.push(here, there)
    return [here, there] as const
  }
  afterEach(async () => {
    for (const { close } of running) await close()
    running = []
  })

  it('are computed again in every process after an invalidation in one', async () => {
    const shared = tamperedStore()
    shared.isTampered = true
    const file = newFile()
    const [first] = await start(shared, file)
    await first.get('/@schedule')
    await first.memoizer.settled()
    const [here, there] = await start(shared, file)
    for (const { get } of [here, there]) expect((await get('/@schedule').expect(200)).body.items).toEqual(old)
    shared.isTampered = false
    for (const body of [{ function: 'plenum/event.schedule' }, {}]) {
      await invalidate(here, body).expect(200)
      for (const { get } of [here, there]) expect((await get('/@schedule').expect(200)).body.items).toEqual([])
    }
  })

  it.each(['/@schedule', '/@sponsors', '/', '/?expand=navigation', '/@search'])(
    'lose their ETags in every process: %s',
    async address => {
      for (const shared of [null, memorySharedStore({ clock, maxSize: 1_000_000 })]) {
        const [here, there] = await start(shared)
        const tags = [await tagOf(here, address), await tagOf(there, address)]
        expect(tags[1]).toBe(tags[0])
        const again = ({ get }: Process) => get(address).set('If-None-Match', tags[0] ?? '')
        for (const process of [here, there]) await again(process).expect(304)
        await invalidate(here, { function: 'nobody/knows' }).expect(200)
        for (const process of [here, there]) expect((await again(process).expect(200)).headers.etag).not.toBe(tags[0])
        expect(await tagOf(there, address)).toBe(await tagOf(here, address))
      }
    },
  )

  it('remain valid without an invalidation', async () => {
    const [here, there] = await start(null)
    const tag = await tagOf(there, '/@schedule')
    for (const body of [{ functoin: 'x' }, { function: '' }]) await invalidate(here, body).expect(400)
    await here.post('/@sharedmemoize/other', {}).expect(404)
    await there.get('/@schedule').set('If-None-Match', tag).expect(304)
    expect(there.answers.counts().hits).toBe(1)
  })

  it('are cached as before after they were computed again', async () => {
    const [here, there] = await start(null)
    await there.get('/@schedule')
    await invalidate(here).expect(200)
    await there.get('/@schedule')
    const { hits } = there.answers.counts()
    await there.get('/@schedule')
    expect(there.answers.counts().hits).toBe(hits + 1)
  })

  it('have no ETag if the database cannot be written', async () => {
    const full = new DomainError('store-unavailable', message('store.unwritable', { seconds: 5 }), { retryAfter: 5 })
    const process = await startProcess({
      file: newFile(),
      shared: null,
      isFirst: true,
      change: { recordInvalidation: () => Promise.reject(full) },
    })
    running = [process]
    const { body, headers } = await invalidate(process).expect(503)
    expect([body.message, headers['retry-after']]).toEqual([expect.stringContaining('cannot be recorded'), '5'])
  })

  it('are computed again after an invalidation that fails because the cache server is unreachable', async () => {
    const down = { kind: 'unavailable', reason: 'connect ECONNREFUSED' } as const
    const store = memorySharedStore({ clock, maxSize: 1_000_000 })
    const [here, there] = await start({ ...store, invalidate: async () => down })
    const tag = await tagOf(there, '/@schedule')
    await invalidate(here).expect(503)
    expect(await tagOf(there, '/@schedule')).not.toBe(tag)
  })
})

describe('values in the memory of a process (docs/caching.md, Invalidation of responses)', () => {
  it('are dropped at the next request after an invalidation in another process', async () => {
    const { site, platform } = await createTestSite()
    const memoizer = createMemoizer({ settings: defaultMemoizeSettings, clock })
    const other = createSite({ ...platform, memoizing: { memoizer, buildId: '1' } })
    let calls = 0
    const count = memoizer.memoize({ name: 'garden/count' }, () => ++calls)
    const look = async (one: Site) => {
      await one.admit('getContent', {
        path: '/',
        caller: anonymous,
        base: publicUrl,
        translate: String,
      })
      return count()
    }
    expect([await look(other), await look(other)]).toEqual([1, 1])
    await platform.store.recordInvalidation()
    expect(await count()).toBe(1)
    expect([await look(other), await look(other), await look(site)]).toEqual([2, 2, 2])
  })

  it('of other functions remain cached in the process that invalidated one function', async () => {
    const memoizer = createMemoizer({ settings: defaultMemoizeSettings, clock })
    const { run } = await createTestSite({ memoizing: { memoizer, buildId: '1' } })
    let calls = 0
    const count = memoizer.memoize({ name: 'garden/count' }, () => ++calls)
    const invalidateIn = (name: string) => run('invalidateSharedMemoize', '/', { as: 'max', input: { function: name } })
    await run('getSharedMemoize', '/', { as: 'max', input: undefined })
    await count()
    await invalidateIn('garden/other')
    await run('getSharedMemoize', '/', { as: 'max', input: undefined })
    expect(await count()).toBe(1)
    await invalidateIn('garden/count')
    expect(await count()).toBe(2)
  })
})
