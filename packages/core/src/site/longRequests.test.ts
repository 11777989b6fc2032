import { createTestSite, type TestSite, testBase, testMember } from '@plenum/testkit'
import { translateEnglish } from '../foundation/messages.js'
import { createScheduler, type Task } from '../foundation/scheduler.js'
import { memoryContentStore } from '../memory/memoryContentStore.js'

/**
 * Creates a scheduler whose clock advances by one millisecond on each reading, so that every loop exceeds its time
 * slice after a few objects.
 */
function impatientScheduler() {
  let time = 0
  const tick = () => {
    time += 1
    return time
  }
  return createScheduler({ now: tick, nextSlice: callback => void setImmediate(callback), long: 2 })
}

function watchedStore() {
  const store = memoryContentStore()
  const counts = { running: 0, most: 0, searches: 0 }
  const read: typeof store.read = task =>
    store.read(async reader => {
      counts.running += 1
      counts.most = Math.max(counts.most, counts.running)
      const search: typeof reader.search = query => {
        counts.searches += 1
        return reader.search(query)
      }
      const scan: typeof reader.scan = query => {
        counts.searches += 1
        return reader.scan(query)
      }
      try {
        return await task({ ...reader, search, scan })
      } finally {
        counts.running -= 1
      }
    })
  return { store: { ...store, read }, counts }
}

const talk = { '@type': 'Talk', start: '2027-05-01T09:00:00Z', end: '2027-05-01T10:00:00Z' }

async function programme(site: TestSite, talks: number): Promise<void> {
  const add = async (path: string, input: object) =>
    (await site.run('addContent', path, { as: 'max', input: { ...input } })).content
  await add('/', { '@type': 'Schedule', id: 's', title: 'S' })
  await add('/', { '@type': 'Document', id: 'people', title: 'People' })
  const ana = await add('/people', { '@type': 'Presenter', id: 'ana', title: 'Ana' })
  for (let i = 0; i < talks; i++) await add('/s', { ...talk, id: `t${i}`, title: `T${i}`, presenters: [ana.UID ?? ''] })
}

const listing = { batch: { start: 0, size: 1000 }, metadata: [], fullObjects: false }

describe('long requests (docs/http-answers.md, Long requests)', () => {
  it('run two at a time, and all are answered', async () => {
    const { store, counts } = watchedStore()
    const site = await createTestSite({ store, scheduler: impatientScheduler() })
    await programme(site, 120)
    counts.most = 0
    const search = () => site.run('searchContent', '/', { as: 'max', input: { ...listing, parameters: {} } })
    const answers = await Promise.all(Array.from({ length: 8 }, search))
    expect(answers.map(({ items }) => items.length)).toEqual(Array(8).fill(124))
    expect(counts.most).toBeLessThanOrEqual(3)
  })

  it('hold their permit until the answer is delivered', async () => {
    const site = await createTestSite({ scheduler: impatientScheduler() })
    await programme(site, 120)
    const request = { path: '/', caller: testMember('max'), base: testBase, translate: translateEnglish }
    const run = (task: Task) =>
      site.site.run('searchContent', { ...request, task, input: () => ({ ...listing, parameters: {} }) })
    const tasks = [1, 2, 3].map(() => site.site.scheduler.begin())
    const [first, second, third] = tasks.map(run)
    await Promise.all([first, second])
    let isAnswered = false
    void third?.then(() => {
      isAnswered = true
    })
    for (let i = 0; i < 50; i++) await new Promise(resolve => setImmediate(resolve))
    expect(isAnswered).toBe(false)
    tasks[0]?.end()
    expect((await third)?.total).toBe(124)
  })

  it('do not block other requests for an object', async () => {
    const site = await createTestSite({ scheduler: impatientScheduler() })
    await programme(site, 120)
    const order: string[] = []
    const search = () => site.run('searchContent', '/', { as: 'max', input: { ...listing, parameters: {} } })
    const long = Array.from({ length: 8 }, () => search().then(() => order.push('long')))
    await new Promise(resolve => setImmediate(resolve))
    await site.run('getWorkflow', '/s/t1', { as: 'max', input: undefined })
    order.push('short')
    await Promise.all(long)
    expect(order.indexOf('short')).toBeLessThan(4)
  })

  it('that change many objects run beside changes of single objects, and nothing is lost', async () => {
    const site = await createTestSite({ scheduler: impatientScheduler() })
    await programme(site, 60)
    const moving = site.run('transitionContent', '/s', {
      as: 'max',
      input: { transition: 'publish', body: { include_children: true } },
    })
    const edits = Array.from({ length: 5 }, (_, i) =>
      site.run('editContent', `/s/t${i}`, { as: 'max', input: { body: { title: `New ${i}` }, representation: false } }),
    )
    await Promise.all([moving, ...edits])
    const { items } = await site.run('searchContent', '/s', {
      as: 'max',
      input: { ...listing, parameters: { portal_type: 'Talk', review_state: 'published' } },
    })
    expect(items).toHaveLength(60)
    expect(items.filter(({ title }) => String(title).startsWith('New'))).toHaveLength(5)
  })
})

describe('the targets of a listing', () => {
  it('are gathered once for the listing, not for each object', async () => {
    const searchesFor = async (size: number) => {
      // Each listing needs its own site, because a second listing would find the targets in the cache.
      const { store, counts } = watchedStore()
      const site = await createTestSite({ store })
      await programme(site, 40)
      counts.searches = 0
      const input = { batch: { start: 0, size }, metadata: [], fullObjects: true, parameters: { portal_type: 'Talk' } }
      const { items } = await site.run('searchContent', '/', { as: 'max', input })
      expect(items).toHaveLength(size)
      expect(items[0]).toMatchObject({ presenters: [{ title: 'Ana' }] })
      return counts.searches
    }
    expect(await searchesFor(40)).toBe(await searchesFor(4))
  })
})
