import type { ContentReader, StoreState } from '@plenum/core/ports'
import { buildCreation, buildCreations, freshDatabases, type SlowProxy, startSlowProxy } from '@plenum/testkit'
import { type PostgresStore, postgresStore } from './store.js'

const fresh = freshDatabases(afterAll)
let proxy: SlowProxy
let store: PostgresStore

beforeEach(async () => {
  const url = new URL(await fresh())
  proxy = await startSlowProxy(Number(url.port))
  url.port = String(proxy.port)
  store = await postgresStore({ url: url.href, readers: 2 })
  await store.content.commit({ creates: buildCreations('/', '/a') })
})

afterEach(async () => {
  proxy.delay = 0
  await store.close()
  await proxy.close()
})

const stampsAt =
  (...paths: readonly string[]) =>
  async (reader: ContentReader) => {
    const stamps: string[] = []
    for (const path of paths) stamps.push((await reader.open(path)).stamp)
    return stamps
  }

const read = (task: (reader: ContentReader) => Promise<readonly string[]>, known?: StoreState) =>
  store.content.read(task, known)

describe('reads of a known state', () => {
  it('do not query cached values of that state', async () => {
    const before = await read(stampsAt('/', '/a'))
    const known = await store.content.state()
    proxy.delay = 2000
    const begun = performance.now()
    for (let i = 0; i < 10; i++) expect(await read(stampsAt('/', '/a'), known)).toEqual(before)
    expect(performance.now() - begun).toBeLessThan(1500)
  })

  it('restart if the content has changed in the meantime, and so return one state', async () => {
    const [before] = await read(stampsAt('/'))
    const known = await store.content.state()
    await store.content.commit({ creates: [buildCreation('/b')] })
    const { content } = await store.content.state()
    expect(await read(stampsAt('/'), known)).toEqual([before])
    expect(await read(stampsAt('/', '/b', '/'), known)).toEqual([content, content, content])
    // The cache must not return values from the later state to a reader of the earlier state.
    expect(await read(stampsAt('/'), known)).toEqual([content])
  })

  it('restart even if the task handles the failure itself', async () => {
    const known = await store.content.state()
    await read(stampsAt('/'))
    await store.content.commit({ creates: [buildCreation('/b')] })
    const exists = await store.content.read(async reader => {
      const { stamp } = await reader.open('/')
      const { exists } = await reader.open('/b').catch(() => ({ exists: null }))
      return { stamp, exists }
    }, known)
    expect(exists).toEqual({ stamp: (await store.content.state()).content, exists: true })
  })
})
