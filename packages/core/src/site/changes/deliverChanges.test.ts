import { createTestSite, type TestSite } from '@plenum/testkit'
import type { FeedItem } from '../../changeFeed/events.js'
import { memoryStore } from '../../memory/memoryStore.js'
import { createSite } from '../createSite.js'
import type { Site } from '../site.js'

const second = 1000

interface Recorded {
  readonly site: Site
  readonly at: TestSite
  /** The positions of the events that each call of the subscriber received. */
  readonly calls: number[][]
  add(id: string): Promise<unknown>
}

/** Creates a site whose subscriber `index` already has a stored position. */
async function withSubscriber(
  committed: (events: readonly FeedItem[]) => Promise<void> | void = () => {},
): Promise<Recorded> {
  const { content, users, whole } = memoryStore()
  const calls: number[][] = []
  const subscriber = {
    name: 'index',
    committed: (events: readonly FeedItem[]) => {
      calls.push(events.map(({ position }) => position))
      return committed(events)
    },
  }
  const at = await createTestSite({
    store: content,
    users,
    whole,
    extensions: { changeSubscribers: [subscriber] },
  })
  await at.site.deliverChanges('index')
  const add = (id: string) => at.run('addContent', '/', { as: 'max', input: { '@type': 'Document', id, title: id } })
  return { site: at.site, at, calls, add }
}

const failing = () => {
  throw new Error('the index is down')
}

describe('subscribers to changes (docs/embedding.md, Subscribers to changes)', () => {
  it('receive the events after their registration once, in order, and wait for the next ones', async () => {
    const { site, calls, add } = await withSubscriber()
    expect(await site.deliverChanges('index')).toBe(false)
    await add('a')
    await add('b')
    expect(await site.deliverChanges('index')).toBe(false)
    expect(await site.deliverChanges('index')).toBe(false)
    await add('c')
    await site.deliverChanges('index')
    const [first, ...others] = calls
    expect(others).toHaveLength(1)
    expect(calls.flat()).toEqual([0, 1, 2].map(i => (first?.[0] ?? 0) + i))
    expect((await site.subscriberStatus())[0]).toMatchObject({ name: 'index', waiting: 0, attempts: 0 })
  })

  it('receive at most 100 events at a time', async () => {
    const { site, at, calls } = await withSubscriber()
    const event = { kind: 'settings', actor: null, time: 0, object: null } as const
    await at.platform.store.commit({ events: Array.from({ length: 250 }, () => event) })
    const more = [
      await site.deliverChanges('index'),
      await site.deliverChanges('index'),
      await site.deliverChanges('index'),
    ]
    expect(more).toEqual([true, true, false])
    expect(calls.map(({ length }) => length)).toEqual([100, 100, 50])
  })

  it('receive the same events again after an error, later each time', async () => {
    let isDown = true
    const { site, at, calls, add } = await withSubscriber(() => {
      if (isDown) failing()
    })
    await add('a')
    await site.deliverChanges('index')
    await site.deliverChanges('index')
    expect(calls).toHaveLength(1)
    expect((await site.subscriberStatus())[0]).toMatchObject({
      waiting: 1,
      attempts: 1,
      error: 'the index is down',
      retryAt: at.clock.now + second,
    })
    at.clock.now += second
    await site.deliverChanges('index')
    expect((await site.subscriberStatus())[0]?.retryAt).toBe(at.clock.now + 2 * second)
    isDown = false
    at.clock.now += 2 * second
    await site.deliverChanges('index')
    expect(calls).toEqual([calls[0], calls[0], calls[0]])
    expect((await site.subscriberStatus())[0]).toMatchObject({ waiting: 0, attempts: 0, error: null, retryAt: null })
  })

  it('are parked after ten errors until they are resumed', async () => {
    const { site, at, calls, add } = await withSubscriber(failing)
    await add('a')
    for (let attempt = 0; attempt < 12; attempt++) {
      await site.deliverChanges('index')
      at.clock.now += 600 * second
    }
    expect(calls).toHaveLength(10)
    expect((await site.subscriberStatus())[0]).toMatchObject({
      attempts: 10,
      parkedAt: expect.any(Number),
      retryAt: null,
    })
    expect(await site.resumeSubscriber('index')).toBe(true)
    expect(await site.resumeSubscriber('index')).toBe(false)
    await site.deliverChanges('index')
    expect(calls).toHaveLength(11)
  })

  it('are parked if events were deleted that they have not received', async () => {
    const { site, at, calls, add } = await withSubscriber()
    await add('a')
    await add('b')
    await at.platform.store.trimEvents({ before: 0, count: 1 }, 1000)
    await site.deliverChanges('index')
    expect(calls).toEqual([])
    expect((await site.subscriberStatus())[0]).toMatchObject({ error: expect.stringContaining('no longer stored') })
  })

  it('are called in one process at a time, and in another one if a process dies', async () => {
    let release = () => {}
    const held = new Promise<void>(resolve => {
      release = resolve
    })
    const { site, at, calls, add } = await withSubscriber(() => held)
    const calledThere: number[] = []
    const committed = (events: readonly FeedItem[]) => void calledThere.push(...events.map(({ position }) => position))
    const other = createSite(at.platform, { changeSubscribers: [{ name: 'index', committed }] })
    await add('a')
    const running = site.deliverChanges('index')
    await new Promise(setImmediate)
    await other.deliverChanges('index')
    expect(calledThere).toEqual([])
    at.clock.now += 121 * second
    await other.deliverChanges('index')
    expect(calledThere).toEqual(calls[0])
    release()
    await running
    await add('b')
    await site.deliverChanges('index')
    expect(calls.at(-1)).toEqual([(calls[0]?.[0] ?? 0) + 1])
  })

  it('need distinct names', async () => {
    const committed = () => {}
    const twice = createTestSite({
      extensions: {
        changeSubscribers: [
          { name: 'a', committed },
          { name: 'a', committed },
        ],
      },
    })
    await expect(twice).rejects.toThrow('Two change subscribers have the name "a".')
    const empty = createTestSite({ extensions: { changeSubscribers: [{ name: '', committed }] } })
    await expect(empty).rejects.toThrow('1 to 100 characters')
  })

  it('are forgotten on request', async () => {
    const { site } = await withSubscriber()
    expect(await site.forgetSubscriber('index')).toBe(true)
    expect(await site.subscriberStatus()).toEqual([])
  })
})

describe('the retention of the change feed (docs/change-feed.md, Retention)', () => {
  const day = 24 * 3600 * second

  it('deletes changes that are older than the days of the setting, except the newest one', async () => {
    const { site, at, add } = await withSubscriber()
    await add('a')
    at.clock.now += 20 * day
    await add('b')
    expect(await site.trimChanges()).toBe(false)
    await at.run('editControlPanel', '/', { as: 'max', input: { name: 'change-feed', body: { change_feed_days: 10 } } })
    await site.trimChanges()
    const kinds = async () => {
      const items = []
      for await (const { kind, object } of site.changes()) items.push(`${kind} ${object?.path}`)
      return items
    }
    expect(await kinds()).toEqual(['added /b', 'settings /'])
    at.clock.now += 100 * day
    await site.trimChanges()
    expect(await kinds()).toEqual(['settings /'])
  })

  it('deletes at most 1,000 changes in a step, down to the number of the setting', async () => {
    const { site, at } = await withSubscriber()
    const body = { change_feed_events: 1000 }
    await at.run('editControlPanel', '/', { as: 'max', input: { name: 'change-feed', body } })
    const event = { kind: 'settings', actor: null, time: at.clock.now, object: null } as const
    await at.platform.store.commit({ events: Array.from({ length: 3000 }, () => event) })
    const steps = []
    do steps.push(await site.trimChanges())
    while (steps.at(-1))
    expect(steps).toEqual([true, true, false])
    expect((await at.platform.store.read(reader => reader.events({ limit: 5000 }))).length).toBe(1000)
  })

  it('rejects values outside of the limits', async () => {
    const { at } = await withSubscriber()
    const edit = (body: Record<string, number>) =>
      at.run('editControlPanel', '/', { as: 'max', input: { name: 'change-feed', body } })
    await expect(edit({ change_feed_days: 0 })).rejects.toMatchObject({ code: 'invalid-fields' })
    await expect(edit({ change_feed_events: 999 })).rejects.toMatchObject({ code: 'invalid-fields' })
  })
})
