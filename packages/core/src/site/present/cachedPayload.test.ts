import { setImmediate as nextIteration } from 'node:timers/promises'
import { createMemoizer, defaultMemoizeSettings, type Memoizer, memorySharedStore, shareThrough } from '@plenum/memoize'
import { createTestSite, eventually, sha256, type TestUser, testBase, testMember } from '@plenum/testkit'
import type { JsonObject } from '../../foundation/json.js'
import { translateEnglish, translator } from '../../foundation/messages.js'
import { abandoned, type Task } from '../../foundation/scheduler.js'
import { anonymous } from '../../security/caller.js'
import { asOwner } from '../asOwner.js'
import { createSite } from '../createSite.js'

const codec = {
  encode: (value: unknown) => new TextEncoder().encode(JSON.stringify(value)),
  decode: (bytes: Uint8Array) => JSON.parse(new TextDecoder().decode(bytes)),
}
const clock = () => performance.now()
const sharedStore = () => memorySharedStore({ clock, maxSize: 1_000_000 })

function memoizer(store = sharedStore()): Memoizer {
  const settings = { ...defaultMemoizeSettings, url: 'redis://example' }
  return createMemoizer({ settings, clock, shared: shareThrough({ store, codec, digest: sha256 }) })
}

const talk = { '@type': 'Talk', title: 'Compost', start: '2027-05-01T09:00:00Z', end: '2027-05-01T10:00:00Z' }

interface ScheduleRequest {
  readonly as?: TestUser
  readonly base?: string
  readonly language?: string
  readonly metadata?: readonly string[]
  readonly task?: Task
}

async function eventSite(options: { memoizer?: Memoizer; seed?: string } = {}) {
  const shared = options.memoizer ?? memoizer()
  const site = await createTestSite({ memoizing: { memoizer: shared, buildId: '1' }, seed: options.seed ?? 'a' })
  const schedule = ({
    as,
    base = testBase,
    language = 'en',
    metadata = [],
    ...request
  }: ScheduleRequest = {}): Promise<JsonObject> =>
    site.site.run('getSchedule', {
      path: '/',
      caller: as ? testMember(as) : anonymous,
      base,
      language,
      translate: language === 'de' ? translator({ Talk: 'Vortrag' }) : translateEnglish,
      input: () => ({ metadata }),
      ...request,
    })
  const counters = async () => (await shared.status()).functions['plenum/event.schedule']?.counters
  const titles = async (request?: ScheduleRequest) =>
    JSON.stringify(await schedule(request)).match(/"title":"[^"]*"/g) ?? []
  const add = async (body: JsonObject, isPublished = true) => {
    const { path } = await site.run('addContent', '/schedule', { as: 'max', input: body })
    if (isPublished)
      await site.run('transitionContent', path, { as: 'max', input: { transition: 'publish', body: {} } })
    return path
  }
  await site.run('addContent', '/', { as: 'max', input: { '@type': 'Schedule', id: 'schedule', title: 'Schedule' } })
  await site.run('transitionContent', '/schedule', { as: 'max', input: { transition: 'publish', body: {} } })
  return { ...site, schedule, counters, titles, add }
}

describe('a cached schedule (docs/caching.md, Cached payloads)', () => {
  it('is computed once for all callers with the same result, on every instance', async () => {
    const { schedule, counters, add } = await eventSite()
    await add(talk)
    const first = await schedule()
    expect(await schedule()).toEqual(first)
    expect(await schedule()).toEqual(first)
    expect(await counters()).toMatchObject({ shared_misses: 1, shared_hits: 2 })
  })

  it('is computed by another request if the client of the first request disconnects', async () => {
    const { site, platform, schedule, add } = await eventSite()
    await add(talk)
    const task = site.scheduler.begin()
    let [reads, open] = [0, (): void => {}]
    const isOpen = new Promise<void>(resolve => {
      open = resolve
    })
    const { read } = platform.store
    const readSlowly: typeof read = async (...args) => {
      reads += 1
      if (reads === 2) await isOpen
      return read(...args)
    }
    Object.assign(platform.store, { read: readSlowly })
    const first = schedule({ task }).catch((error: unknown) => error)
    await eventually('the first request computes the schedule', () => reads === 2)
    const second = schedule()
    await eventually('the second request waits for the schedule', () => reads === 3)
    await nextIteration()
    task.abandon()
    open()
    expect(await first).toBe(abandoned)
    expect(JSON.stringify(await second)).toContain('Compost')
  })

  it('is computed again after every change of content, roles and settings', async () => {
    const { schedule, titles, add, run } = await eventSite()
    const path = await add(talk)
    expect(await titles()).toContain('"title":"Compost"')
    await run('transitionContent', path, { as: 'max', input: { transition: 'retract', body: {} } })
    expect(await titles()).not.toContain('"title":"Compost"')
    expect(await titles({ as: 'rea' })).not.toContain('"title":"Compost"')
    await run('transitionContent', path, { as: 'max', input: { transition: 'publish', body: {} } })
    await run('editContent', path, { as: 'max', input: { body: { title: 'Soil' }, representation: false } })
    expect(await titles()).toContain('"title":"Soil"')
    await run('editContent', '/', { as: 'max', input: { body: { timezone: 'Asia/Tokyo' }, representation: false } })
    expect(JSON.stringify(await schedule())).toContain('time-1800')
  })

  it('is specific to roles, languages and addresses', async () => {
    const { schedule, add, counters } = await eventSite()
    await add(talk)
    const german = await schedule({ language: 'de' })
    expect([JSON.stringify(german).includes('Vortrag'), JSON.stringify(await schedule()).includes('Vortrag')]).toEqual([
      true,
      false,
    ])
    expect(JSON.stringify(await schedule({ base: 'http://other.example' }))).toContain('http://other.example/schedule')
    await schedule({ as: 'max' })
    await schedule({ as: 'mia' })
    expect(await counters()).toMatchObject({ shared_misses: 5, shared_hits: 0 })
  })

  it('is not used for individual options, nor before the language is known', async () => {
    const { schedule, counters, run } = await eventSite()
    await schedule({ metadata: ['UID'] })
    await run('getSchedule', '/', { input: { metadata: [] } })
    expect(await counters()).toBeUndefined()
  })

  it('expires when a publication date passes without a change', async () => {
    const { clock: time, site, run, add, schedule } = await eventSite()
    const presenter = (await asOwner(site, 'listTypes')).find(({ id }) => id === 'Presenter')
    await asOwner(site, 'setTypeBehaviors', {
      type: 'Presenter',
      behaviors: [...(presenter?.behaviors ?? []), 'plone.publication'],
    })
    const ada = { '@type': 'Presenter', id: 'ada', title: 'Ada' }
    const { content } = await run('addContent', '/', { as: 'max', input: ada })
    const body = { expires: new Date(time.now + 60_000).toISOString() }
    await run('transitionContent', '/ada', { as: 'max', input: { transition: 'publish', body } })
    await add({ ...talk, presenters: [String(content.UID)] })
    expect(JSON.stringify(await schedule())).toContain('Ada')
    time.now += 59_999
    expect(JSON.stringify(await schedule())).toContain('Ada')
    time.now += 1
    expect(JSON.stringify(await schedule())).not.toContain('Ada')
  })

  it('excludes sessions before or after their dates, except for callers who may see inactive content', async () => {
    const { clock: time, site, run, add, titles } = await eventSite()
    const type = (await asOwner(site, 'listTypes')).find(({ id }) => id === 'Talk')
    await asOwner(site, 'setTypeBehaviors', {
      type: 'Talk',
      behaviors: [...(type?.behaviors ?? []), 'plone.publication'],
    })
    const path = await add(talk, false)
    const from = (wait: number): string => new Date(time.now + wait).toISOString()
    const body = { effective: from(60_000), expires: from(120_000) }
    await run('transitionContent', path, { as: 'max', input: { transition: 'publish', body } })
    const visibility: [boolean, boolean][] = []
    for (const wait of [0, 60_000, 60_000]) {
      time.now += wait
      const isShown = async (request?: ScheduleRequest) => JSON.stringify(await titles(request)).includes('Compost')
      visibility.push([await isShown(), await isShown({ as: 'max' })])
    }
    expect(visibility).toEqual([
      [false, true],
      [true, true],
      [false, true],
    ])
  })

  it('is not read from an instance with a fast clock before the date has passed here too', async () => {
    const { clock: time, site, run, add, schedule } = await eventSite()
    const presenter = (await asOwner(site, 'listTypes')).find(({ id }) => id === 'Presenter')
    await asOwner(site, 'setTypeBehaviors', {
      type: 'Presenter',
      behaviors: [...(presenter?.behaviors ?? []), 'plone.publication'],
    })
    const { content } = await run('addContent', '/', { as: 'max', input: { '@type': 'Presenter', title: 'Ada' } })
    const body = { effective: new Date(time.now + 15_000).toISOString() }
    await run('transitionContent', '/ada', { as: 'max', input: { transition: 'publish', body } })
    await add({ ...talk, presenters: [String(content.UID)] })
    const isShown = async (ahead: number) => {
      time.now += ahead
      const text = JSON.stringify(await schedule())
      time.now -= ahead
      return text.includes('Ada')
    }
    expect([await isShown(60_000), await isShown(0), await isShown(15_000)]).toEqual([true, false, true])
  })

  it('lives at most for the TTL of the settings', async () => {
    const store = sharedStore()
    const lifetimes: number[] = []
    const watched = {
      ...store,
      set: (...request: Parameters<typeof store.set>) => {
        lifetimes.push(request[1].lifetime)
        return store.set(...request)
      },
    }
    const shared = memoizer(watched)
    const { schedule } = await eventSite({ memoizer: shared })
    await schedule()
    await shared.settled()
    expect(lifetimes).toHaveLength(1)
    expect(lifetimes[0]).toBeLessThanOrEqual(defaultMemoizeSettings.ttl * 1000)
  })

  it('does not fill the store with invented addresses', async () => {
    const { schedule, counters, add } = await eventSite()
    await add(talk)
    for (let i = 0; i < 100; i++) await schedule({ base: `http://h${i}.example` })
    expect(await counters()).toMatchObject({ shared_misses: 10, shared_hits: 0 })
    expect(JSON.stringify(await schedule({ base: 'http://h99.example' }))).toContain('http://h99.example/')
    await add({ ...talk, title: 'Soil' })
    await schedule({ base: 'http://h99.example' })
    await schedule({ base: 'http://h99.example' })
    expect(await counters()).toMatchObject({ shared_misses: 11, shared_hits: 1 })
  })

  it('does not fill the store with invented addresses of two alternating sites', async () => {
    const shared = memoizer()
    const sites = [await eventSite({ memoizer: shared }), await eventSite({ memoizer: shared, seed: 'b' })]
    for (let i = 0; i < 50; i++) for (const { schedule } of sites) await schedule({ base: `http://h${i}.example` })
    expect(await sites[0]?.counters()).toMatchObject({ shared_misses: 20, shared_hits: 0 })
  })

  it('belongs to its site, even if another site with the same content and names shares the store', async () => {
    const shared = memoizer()
    const [one, two] = [await eventSite({ memoizer: shared }), await eventSite({ memoizer: shared, seed: 'b' })]
    await one.add(talk)
    await two.add({ ...talk, title: 'Soil' })
    expect(await one.titles()).toContain('"title":"Compost"')
    expect(await two.titles()).toContain('"title":"Soil"')
  })

  it('belongs to the running release', async () => {
    const store = sharedStore()
    const first = await eventSite({ memoizer: memoizer(store) })
    await first.schedule()
    const request = { path: '/', caller: anonymous, base: testBase, language: 'en', translate: translateEnglish }
    for (const [buildId, hits] of [
      ['1', 1],
      ['2', 0],
    ] as const) {
      const own = memoizer(store)
      const site = createSite({ ...first.platform, memoizing: { memoizer: own, buildId } })
      await site.run('getSchedule', { ...request, input: () => ({ metadata: [] }) })
      const { functions } = await own.status()
      expect(functions['plenum/event.schedule']?.counters.shared_hits).toBe(hits)
    }
  })
})
