import { memoryContentStore } from '@plenum/core'
import type { CatalogQuery, ContentReader } from '@plenum/core/ports'
import { buildCreation, buildCreations, buildEntry, uidFor } from '@plenum/testkit'
import { cachedReader } from './cachedReader.js'
import { createReadCache } from './readCache.js'

const store = memoryContentStore()
const memory = createReadCache()
let calls: string[] = []

function read<T>(task: (reader: ContentReader) => Promise<T>): Promise<T> {
  return store.read(async reader => {
    const counted = new Proxy(reader, {
      get: (target, method: keyof ContentReader) =>
        typeof target[method] === 'function'
          ? (...parameters: never[]) => {
              calls.push(method)
              return (target[method] as (...values: never[]) => unknown)(...parameters)
            }
          : target[method],
    })
    const { content, votes } = await store.state()
    const fewLocks = async () => {
      calls.push('locks')
      return new Map()
    }
    return task(cachedReader({ ...counted, fewLocks }, memory.resultsAt(content), votes))
  })
}

const callsOf = async (task: (reader: ContentReader) => Promise<unknown>): Promise<readonly string[]> => {
  calls = []
  await read(task)
  return calls
}

const hits = (query: CatalogQuery) => read(async reader => (await reader.search(query)).items.map(({ path }) => path))

const activeAt = (at: number): CatalogQuery => ({ principals: 'system', where: [{ kind: 'active', at }] })

describe('a cached read of the same state', () => {
  beforeAll(() =>
    store.commit({
      creates: [
        ...buildCreations('/', '/a'),
        { ...buildCreation('/soon'), entry: buildEntry({ indexes: { effective: 1000 } }) },
      ],
    }),
  )

  it('returns the same neighbours for any number between the same two values', async () => {
    const beside = (number: number) => callsOf(reader => reader.neighbours('effective', number))
    expect(await beside(500)).toEqual(['neighbours'])
    expect(await beside(999)).toEqual([])
    expect(await beside(-5)).toEqual([])
    expect(await beside(1000)).toEqual(['neighbours'])
    expect(await beside(5000)).toEqual([])
    expect(await read(reader => reader.neighbours('effective', 999))).toEqual({ before: null, after: 1000 })
    expect(await read(reader => reader.neighbours('effective', 1000))).toEqual({ before: 1000, after: null })
  })

  it('is not repeated until a write', async () => {
    const all = ['open', 'locks', 'records', 'versions', 'nodes', 'tally']
    const task = async (reader: ContentReader) => [
      await reader.open('/a'),
      await reader.locks(['x']),
      await reader.records(uidFor('/a')),
      await reader.versions(uidFor('/a')),
      await reader.nodes([uidFor('/a')]),
      await reader.tally(uidFor('/a')),
    ]
    expect(await callsOf(task)).toEqual(all)
    expect(await callsOf(task)).toEqual([])
    await store.commit({ creates: buildCreations('/b') })
    expect(await callsOf(task)).toEqual(all)
  })

  it('contains the tally only until the next vote', async () => {
    const tally = async (reader: ContentReader) => (await reader.tally(uidFor('/a'))).voters
    expect(await read(tally)).toBe(0)
    const revision = await read(async reader => (await reader.open('/a')).lineage.at(-1)?.revision ?? 0)
    await store.cast({ poll: uidFor('/a'), revision, voter: { kind: 'member', id: 'mia' }, options: [1], time: 1 })
    expect(await read(tally)).toBe(1)
    expect(await callsOf(tally)).toEqual([])
  })

  it('returns the same hits at any time between two dates, and others after one', async () => {
    expect(await hits(activeAt(10))).not.toContain('/soon')
    expect(await callsOf(reader => reader.search(activeAt(999)))).toEqual([])
    expect(await hits(activeAt(1000))).toContain('/soon')
    expect(await callsOf(reader => reader.search(activeAt(5_000_000)))).toEqual([])
    expect(await hits(activeAt(999))).not.toContain('/soon')
  })

  it('is distinguished by every part of the query', async () => {
    const all = { principals: 'system', where: [] } as const
    expect(await hits({ ...all, size: 1 })).toHaveLength(1)
    expect(await hits({ ...all, size: 2 })).toHaveLength(2)
    expect(await hits({ ...all, principals: ['nobody'] })).toHaveLength(0)
    const counted = await read(async reader => [await reader.countUpTo(all, 1), await reader.countUpTo(all, 2)])
    expect(counted).toEqual([1, 2])
  })

  it('replays the hits of a short scan', async () => {
    const scan = async (reader: ContentReader) => {
      const paths: string[] = []
      const { total, chunks: stretches } = await reader.scan({ principals: 'system', where: [] })
      for await (const entries of stretches) paths.push(...entries.map(({ path }) => path))
      return { total, paths }
    }
    const first = await read(scan)
    expect(first.paths).toHaveLength(first.total)
    expect(await read(scan)).toEqual(first)
    expect(await callsOf(scan)).toEqual([])
    await store.commit({ creates: buildCreations(...Array.from({ length: 101 }, (_, i) => `/many-${i}`)) })
    await read(scan)
    expect(await callsOf(scan)).toEqual(['scan'])
    expect((await read(scan)).paths).toHaveLength(first.total + 101)
  })

  it('returns the same object as long as the object is unchanged', () => {
    const row = { uid: 'uid', path: '/a', type: 'Document', revision: 1, modified: 5, doc: '{"fields":{"a":1}}' }
    const first = memory.nodeOf(row)
    expect(first).toMatchObject({ path: '/a', fields: { a: 1 } })
    expect(memory.nodeOf({ ...row })).toBe(first)
    const moved = memory.nodeOf({ ...row, path: '/b', modified: 6 })
    expect(moved).toEqual({ ...first, path: '/b', modified: 6 })
    expect(moved.fields).toBe(first.fields)
    expect(memory.nodeOf({ ...row, revision: 2, doc: '{"fields":{"a":2}}' }).fields).toEqual({ a: 2 })
  })

  it('returns the same list of containers as long as all are unchanged', () => {
    const row = { uid: 'root', path: '/', type: 'Plone Site', revision: 1, modified: 5, doc: '{}' }
    const page = { ...row, uid: 'page', path: '/page' }
    const opened = (root = row) => memory.lineageOf([memory.nodeOf(root), memory.nodeOf(page)])
    const first = opened()
    expect(opened()).toBe(first)
    const later = opened({ ...row, modified: 6 })
    expect(later.map(({ modified }) => modified)).toEqual([6, 5])
    expect(opened({ ...row, modified: 6 })).toBe(later)
    expect(memory.lineageOf([])).toEqual([])
  })
})
