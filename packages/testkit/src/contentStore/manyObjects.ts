import assert from 'node:assert/strict'
import type { CatalogQuery, Condition, ContentStore, Sort, TextQuery } from '@plenum/core/ports'
import fc from 'fast-check'
import { buildCreation, buildCreations } from '../builders.js'

/** Adds enough objects to prevent stores from scanning them all. The proportions of values and dates are fixed. */
export async function addManyObjects(stores: readonly ContentStore[], objects: number): Promise<void> {
  const commit = async (creates: Parameters<ContentStore['commit']>[0]['creates']) => {
    for (const store of stores) assert.deepEqual(await store.commit({ creates }), { ok: true })
  }
  await commit(buildCreations('/', '/hill'))
  for (let start = 0; start < objects; start += 1000)
    await commit(Array.from({ length: 1000 }, (_, i) => objectAt(start + i)))
}

function objectAt(i: number) {
  const words = [
    ...(i % 8 ? ['valley', 'stone'] : []),
    ...(i % 500 ? [] : ['river']),
    `word${i % 97}`,
    `wording${i % 89}`,
  ]
  return buildCreation(`${i % 8 ? '/hill' : ''}/${i}`, {
    // Some objects have the same modification time, to test ties in the sort order.
    node: { modified: Math.floor(((i * 7919) % 5000) / 3) },
    entry: {
      holders: i % 7 ? ['Anonymous'] : ['Manager'],
      words,
      titleWords: i % 37 === 1 ? ['valley', 'words'] : [],
      indexes: {
        Creator: i % 9 ? 'anna' : 'bo',
        portal_type: i % 50 ? 'Event' : 'Document',
        ...(i % 300 ? { start: (i * 61) % 997 } : {}),
        ...(i % 20 ? {} : { effective: i }),
        ...(i % 70 ? {} : { expires: i / 2 }),
        ...(i % 3 ? { modified: (i * 7919) % 5000 } : {}),
      },
    },
  })
}

const text = (query: TextQuery): Condition => ({ kind: 'text', in: 'everything', query })
const any = (index: string, ...values: string[]): Condition => ({ kind: 'any', index, values })

const conditions: readonly Condition[] = [
  { kind: 'below', path: '/hill', depth: null },
  text({ kind: 'word', word: 'valley' }),
  text({ kind: 'word', word: 'river' }),
  any('Creator', 'anna'),
  any('Creator', 'bo'),
  any('portal_type', 'Event'),
  text({ kind: 'prefix', word: 'word1' }),
  { kind: 'not', condition: text({ kind: 'word', word: 'valley' }) },
  { kind: 'range', index: 'modified', min: 4000, max: null },
  { kind: 'active', at: 2500 },
  { kind: 'either', conditions: [any('Creator', 'bo'), { kind: 'active', at: 1500 }] },
]

const orders: readonly (readonly Sort[])[] = [
  [],
  ...['start', 'modified', 'effective', 'expires', 'Creator', 'path', 'relevance'].flatMap(by => [
    [{ by, descending: false }],
    [{ by, descending: true }],
  ]),
  [
    { by: 'Creator', descending: true },
    { by: 'start', descending: false },
  ],
]

/** Generates queries that match either most or only a few of the objects that `addManyObjects` adds. */
export const arbitraryWideQuery: fc.Arbitrary<CatalogQuery> = fc.record({
  principals: fc.constantFrom<CatalogQuery['principals'][]>('system', ['Anonymous'], ['Manager'], ['Nobody']),
  where: fc.subarray([...conditions], { minLength: 1, maxLength: 3 }),
  sort: fc.constantFrom(...orders),
  start: fc.constantFrom(0, 0, 7, 300, 990),
  size: fc.constantFrom(0, 1, 10, 25, 200),
})
