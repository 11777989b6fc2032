import assert from 'node:assert/strict'
import { type ContentStore, matchesQuery } from '@plenum/core/ports'
import fc from 'fast-check'
import { arbitraryCreations, arbitraryQuery } from './arbitraryCatalogs.js'
import { commit, search } from './storeQueries.js'

const sites = fc.record({
  creates: arbitraryCreations,
  queries: fc.array(arbitraryQuery, { minLength: 1, maxLength: 8 }),
})

/** Checks on random content that the hits of random queries agree with the results of `matchesQuery`. */
export async function searchAgreesWithMatchesQuery(open: () => Promise<ContentStore>, numRuns: number): Promise<void> {
  const property = fc.asyncProperty(sites, async ({ creates, queries }) => {
    const store = await open()
    try {
      await commit(store, { creates })
      for (const query of queries) {
        const hits = creates.filter(({ node, entry }) => matchesQuery(query, { ...entry, path: node.path }))
        const { total, items } = await search(store, { principals: query.principals, where: query.where })
        assert.deepEqual([total, items.map(({ path }) => path)], [hits.length, hits.map(({ node }) => node.path)])
      }
    } finally {
      await store.close()
    }
  })
  await fc.assert(property, { numRuns })
}
