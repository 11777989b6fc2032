import { memoryContentStore } from '@plenum/core'
import type { CatalogQuery, Condition, ContentStore, Sort } from '@plenum/core/ports'
import { addManyObjects, arbitraryWideQuery, buildEntry, buildNode, freshDatabases } from '@plenum/testkit'
import fc from 'fast-check'
import { postgresStore } from '../store.js'

const fresh = freshDatabases(afterAll, async url => (await postgresStore({ url })).close())

const memory = memoryContentStore()
let postgres: ContentStore

beforeAll(async () => {
  postgres = (await postgresStore({ url: await fresh(), readers: 2 })).content
  await addManyObjects([postgres, memory], 4000)
}, 120_000)

afterAll(() => postgres.close())

const hitsOf = (store: ContentStore, query: CatalogQuery) => store.read(reader => reader.search(query))

const isSame = async (query: CatalogQuery) => expect(await hitsOf(postgres, query)).toEqual(await hitsOf(memory, query))

it('a search among many objects in PostgreSQL agrees with the store in memory for any query', async () => {
  await fc.assert(fc.asyncProperty(arbitraryWideQuery, isSame), { numRuns: process.env.LONG_TESTS ? 1000 : 150 })
  for (const descending of [false, true]) {
    const where = [{ kind: 'any', index: 'Creator', values: ['bo'] }] as const
    for (const by of ['start', 'modified', 'effective'])
      await isSame({ principals: ['Anonymous'], where, sort: [{ by, descending }], size: 25 })
  }
  const valley = { kind: 'text', in: 'everything', query: { kind: 'word', word: 'valley' } } as const
  const byRelevance = { where: [valley], sort: [{ by: 'relevance', descending: false }] } as const
  for (const start of [0, 80, 500]) await isSame({ principals: ['Anonymous'], ...byRelevance, start, size: 25 })
}, 300_000)

describe('content that is expired or not yet published', () => {
  const values: readonly (readonly [name: string, condition: Condition])[] = [
    ['of a creator of most objects', { kind: 'any', index: 'Creator', values: ['anna'] }],
    ['of a creator of some objects', { kind: 'any', index: 'Creator', values: ['bo'] }],
    ['of a type of most objects', { kind: 'any', index: 'portal_type', values: ['Event'] }],
    ['with a word of most texts', { kind: 'text', in: 'everything', query: { kind: 'word', word: 'valley' } }],
  ]
  const times = [0, 1000, 2500, 10_000]
  const orders: readonly (readonly Sort[])[] = [
    [],
    ...['start', 'modified', 'effective', 'relevance'].flatMap(by =>
      [false, true].map(descending => [{ by, descending }]),
    ),
  ]
  const principals = ['system', ['Anonymous']] as const

  it.each(values)(
    'is not in the results of a broad search for objects %s, at any time and in any order',
    async (_, value) => {
      for (const at of times) {
        const where = [value, { kind: 'active', at }] as const
        for (const sort of orders)
          for (const principal of principals) {
            const query = { principals: principal, where, sort, size: 200 }
            expect({ at, sort, ...(await hitsOf(postgres, query)) }).toEqual({
              at,
              sort,
              ...(await hitsOf(memory, query)),
            })
          }
      }
      const active = await hitsOf(memory, {
        principals: 'system',
        where: [value, { kind: 'active', at: 2500 }],
        size: 0,
      })
      expect(active.total).toBeLessThan((await hitsOf(memory, { principals: 'system', where: [value], size: 0 })).total)
    },
    120_000,
  )
})

const byBo: CatalogQuery = {
  principals: ['Anonymous'],
  where: [{ kind: 'any', index: 'Creator', values: ['bo'] }],
  sort: [{ by: 'modified', descending: false }],
  size: 25,
}

/** Swaps the visibility of two objects of the same kind, so that the counts do not change. */
async function exchange(
  { commit }: ContentStore,
  paths: { readonly shown: string; readonly hidden: string },
  revision: number,
) {
  const update = (path: string, holder: string) => ({
    node: buildNode(path, { revision }),
    entry: buildEntry({ holders: [holder], indexes: { Creator: 'bo', portal_type: 'Event' } }),
  })
  expect(await commit({ updates: [update(paths.shown, 'Anonymous'), update(paths.hidden, 'Manager')] })).toEqual({
    ok: true,
  })
}

it('a search among many objects reflects a change of access immediately, even if the counts stay equal', async () => {
  const { content: store } = await postgresStore({ url: await fresh(), readers: 4 })
  const hitsForBo = async () => {
    const { total, items } = await store.read(reader => reader.search(byBo))
    return { total, pair: items.map(({ path }) => path).filter(path => path === '/hill/9' || path === '/hill/63') }
  }
  try {
    await addManyObjects([store], 3000)
    const before = await hitsForBo()
    expect(before.pair).toEqual(['/hill/9'])
    for (let revision = 0; revision < 20; revision++) {
      const [shown, hidden] = revision % 2 ? ['/hill/9', '/hill/63'] : ['/hill/63', '/hill/9']
      const meanwhile = [hitsForBo(), hitsForBo()]
      await exchange(store, { shown, hidden }, revision)
      expect(await hitsForBo()).toEqual({ total: before.total, pair: [shown] })
      for (const { total, pair } of await Promise.all([...meanwhile, hitsForBo(), hitsForBo()]))
        expect({ total, objects: pair.length }).toEqual({ total: before.total, objects: 1 })
    }
  } finally {
    await store.close()
  }
}, 120_000)
