import assert from 'node:assert/strict'
import { memoryContentStore } from '@plenum/core'
import type { CatalogQuery, Change, ContentStore, VersionNote, Voter } from '@plenum/core/ports'
import fc from 'fast-check'
import { allOf } from '../allOf.js'
import { buildCreation, buildNode, buildRecord, uidFor } from '../builders.js'
import { arbitraryCreations, arbitraryEntry, arbitraryPath, arbitraryQuery } from './arbitraryCatalogs.js'

/** A new store, and a function that returns the stored and the actual numbers of its objects by kind and access. */
export interface ComparedStore {
  readonly store: ContentStore
  counts(): Promise<readonly [stored: unknown, actual: unknown]>
  close(): Promise<void>
}

/**
 * Throws if the values differ. Prototypes are ignored, because some database drivers create objects with different
 * prototypes.
 */
const same = (actual: unknown, expected: unknown): void =>
  assert.deepEqual(structuredClone(actual), structuredClone(expected))

type Open = () => Promise<ComparedStore>

async function comparedWithMemory(
  open: Open,
  compare: (compared: ComparedStore, memory: ContentStore) => Promise<void>,
): Promise<void> {
  const compared = await open()
  await compare(compared, memoryContentStore()).finally(compared.close)
}

/** Checks on `runs` random sites that the store returns the same results as the in-memory store. */
export async function storeAnswersAsMemory(open: Open, runs: number): Promise<void> {
  const site = fc.record({
    creates: arbitraryCreations,
    queries: fc.array(arbitraryQuery, { minLength: 5, maxLength: 20 }),
  })
  const property = fc.asyncProperty(site, ({ creates, queries }) =>
    comparedWithMemory(open, async ({ store }, memory) => {
      same(await store.commit({ creates }), await memory.commit({ creates }))
      for (const query of queries) {
        const expected = await memory.read(reader => reader.search(query))
        same(await store.read(reader => reader.search(query)), expected)
      }
    }),
  )
  await fc.assert(property, { numRuns: runs })
}

/** Checks after each random change that the store contains the same data as the in-memory store. */
export async function storeChangesAsMemory(open: Open, runs: number): Promise<void> {
  const history = fc.record({
    creates: arbitraryCreations,
    changes: fc.array(arbitraryChange, { minLength: 5, maxLength: 15 }),
    queries: fc.array(arbitraryQuery, { maxLength: 5 }),
  })
  const property = fc.asyncProperty(history, ({ creates, changes, queries }) =>
    comparedWithMemory(open, async ({ store, counts }, memory) => {
      for (const change of [{ creates }, ...changes]) {
        same(await store.commit(change), await memory.commit(change))
        same(await whole(store, queries), await whole(memory, queries))
        const [stored, actual] = await counts()
        same(stored, actual)
      }
    }),
  )
  await fc.assert(property, { numRuns: runs })
}

const path = arbitraryPath
const belowRoot = path.filter(path => path !== '/')
const uid = path.map(uidFor)
const record = fc.constantFrom('private', 'published').map(state => buildRecord({ state }))
const node = fc
  .record({ uid, revision: fc.constantFrom(0, 0, 1), modified: fc.nat({ max: 9 }) })
  .map(properties => buildNode('/anywhere', properties))
const ids = fc.array(fc.constantFrom('a', 'b', 'c', 'ü', 'a-b', 'none'))

const fewOf = <T>(item: fc.Arbitrary<T>) =>
  fc.oneof(
    { weight: 3, arbitrary: fc.tuple(item) },
    { weight: 1, arbitrary: fc.array(item, { minLength: 1, maxLength: 2 }) },
  )
const version = fc.constantFrom(undefined, { time: 5, actor: 'anna', comments: 'why' })
const withVersion = <T extends object>({ version, ...properties }: T & { version: VersionNote | undefined }) =>
  version ? { ...properties, version } : properties

const voter = fc.constantFrom(
  ...['anna', 'bo'].flatMap((id): Voter[] => [
    { kind: 'member', id },
    { kind: 'visitor', token: id },
  ]),
)
const ballots = fc.record({
  counts: fc.dictionary(fc.constantFrom('0', '1', '7'), fc.nat({ max: 3 })).map(countsOf),
  voters: fc.array(voter, { maxLength: 3 }),
})

function countsOf(votes: Readonly<Record<string, number>>): Map<number, number> {
  return new Map(Object.entries(votes).map(([option, count]) => [Number(option), count]))
}

const parts = {
  creates: fewOf(
    fc
      .record({ path, entry: arbitraryEntry, version })
      .map(({ path, entry, version }) =>
        withVersion({ ...buildCreation(path, { entry, records: [buildRecord()] }), version }),
      ),
  ),
  updates: fewOf(
    fc.record({ node, entry: arbitraryEntry, records: fc.array(record, { maxLength: 2 }), version }).map(withVersion),
  ),
  entries: fewOf(fc.record({ uid, revision: fc.constantFrom(0, 0, 1), entry: arbitraryEntry })),
  touches: fewOf(fc.record({ path, modified: fc.nat({ max: 2000 }) })),
  removes: fewOf(belowRoot),
  renames: fewOf(fc.record({ from: belowRoot, to: belowRoot })),
  orders: fewOf(fc.record({ path, ids })),
  clearBallots: fewOf(fc.record({ poll: uid, options: fc.subarray([0, 1, 7]) })),
  replaceBallots: fewOf(fc.record({ poll: uid, ballots })),
}

/** Generates changes, most of them with a single part, because stores refuse most changes with many parts. */
const arbitraryChange: fc.Arbitrary<Change> = fc
  .subarray(Object.keys(parts) as (keyof typeof parts)[], { minLength: 1, maxLength: 3 })
  .chain(kinds => fc.oneof(fc.constant(kinds.slice(0, 1)), fc.constant(kinds)))
  .chain(kinds =>
    fc.record(Object.fromEntries(kinds.map(kind => [kind, parts[kind]])) as Partial<typeof parts>),
  ) as fc.Arbitrary<Change>

const everything: CatalogQuery = { principals: 'system', where: [], sort: [{ by: 'position', descending: false }] }

function whole(store: ContentStore, queries: readonly CatalogQuery[]): Promise<unknown> {
  return store.read(async reader => {
    const nodes = await allOf(reader.subtree('/'))
    const opened = []
    for (const at of [...paths, '/a/b/x', '/ab/x', '/a-b/c']) {
      // Stamps are not compared, because they are random in one store and numbered in the other.
      const { stamp: _, ...rest } = await reader.open(at)
      opened.push(rest)
    }
    const records = []
    for (const { uid } of nodes) records.push(await reader.records(uid))
    const versions = []
    for (const { uid } of nodes)
      for (const { number } of await reader.versions(uid)) versions.push(await reader.version(uid, number))
    const votes = []
    for (const { uid } of nodes) votes.push([await reader.tally(uid), await reader.ballots(uid)])
    const results = []
    for (const query of [everything, ...queries]) results.push(await reader.search(query))
    return { nodes, opened, records, versions, votes, results }
  })
}

const paths = ['/', '/a', '/b', '/a-b', '/ab', '/a/b', '/a/c', '/a/b/c', '/b/a', '/ab/a', '/ü', '/ü/日']
