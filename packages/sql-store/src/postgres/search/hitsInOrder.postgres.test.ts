import { memoryContentStore } from '@plenum/core'
import type { CatalogQuery, ContentStore } from '@plenum/core/ports'
import { addManyObjects, arbitraryWideQuery, freshDatabases } from '@plenum/testkit'
import fc from 'fast-check'
import { postgresStore } from '../postgresStore.js'

const fresh = freshDatabases(afterAll, async url => (await postgresStore({ url })).close())

it('a search among many objects finds the same as in memory, whatever is combined', async () => {
  const { content: postgres } = await postgresStore({ url: await fresh(), readers: 2 })
  const memory = memoryContentStore()
  try {
    await addManyObjects([postgres, memory], 4000)
    const found = (store: ContentStore, query: CatalogQuery) => store.read(reader => reader.search(query))
    const isSame = async (query: CatalogQuery) =>
      expect(await found(postgres, query)).toEqual(await found(memory, query))
    await fc.assert(fc.asyncProperty(arbitraryWideQuery, isSame), { numRuns: process.env.LONG_TESTS ? 1000 : 150 })
    for (const descending of [false, true]) {
      const where = [{ kind: 'any', index: 'Creator', values: ['bo'] }] as const
      for (const by of ['start', 'modified', 'effective'])
        await isSame({ principals: ['Anonymous'], where, sort: [{ by, descending }], size: 25 })
    }
    const valley = { kind: 'text', in: 'everything', query: { kind: 'word', word: 'valley' } } as const
    const byRelevance = { where: [valley], sort: [{ by: 'relevance', descending: false }] } as const
    // Hits in titles alone, both, and the others alone.
    for (const start of [0, 80, 500]) await isSame({ principals: ['Anonymous'], ...byRelevance, start, size: 25 })
  } finally {
    await postgres.close()
  }
}, 300_000)
