import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { memoryContentStore } from '@plenum/core'
import type { CatalogQuery, Change, ContentStore, VersionNote, Voter } from '@plenum/core/ports'
import {
  allOf,
  arbitraryCreations,
  arbitraryEntry,
  arbitraryPath,
  arbitraryQuery,
  buildCreation,
  buildNode,
  buildRecord,
  runsOf,
  uidFor,
} from '@plenum/testkit'
import fc from 'fast-check'
import Database from 'libsql'
import { sqliteStore } from './sqliteStore.js'

const folder = mkdtempSync(join(tmpdir(), 'plenum-agreement-'))
let files = 0

afterAll(() => rmSync(folder, { recursive: true }))

/** Calls `compare` with a new database and a new store in memory. */
async function onBoth(
  compare: (sqlite: ContentStore, memory: ContentStore, file: string) => Promise<void>,
): Promise<void> {
  const file = join(folder, `${files++}.db`)
  const { content } = sqliteStore({ open: () => new Database(file) })
  try {
    await compare(content, memoryContentStore(), file)
  } finally {
    await content.close()
  }
}

const path = arbitraryPath
const belowRoot = path.filter(path => path !== '/')
const uid = path.map(uidFor)
const record = fc.constantFrom('private', 'published').map(state => buildRecord({ state }))
const node = fc
  .record({ uid, revision: fc.constantFrom(0, 0, 1), modified: fc.nat({ max: 9 }) })
  .map(given => buildNode('/anywhere', given))
const ids = fc.array(fc.constantFrom('a', 'b', 'c', 'ü', 'a-b', 'none'))

const fewOf = <T>(item: fc.Arbitrary<T>) =>
  fc.oneof(
    { weight: 3, arbitrary: fc.tuple(item) },
    { weight: 1, arbitrary: fc.array(item, { minLength: 1, maxLength: 2 }) },
  )
const version = fc.constantFrom(undefined, { time: 5, actor: 'anna', comments: 'why' })
const withVersion = <T extends object>({ version, ...given }: T & { version: VersionNote | undefined }) =>
  version ? { ...given, version } : given

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

/** A change, mostly with one part, because changes with many parts are mostly refused. */
const arbitraryChange: fc.Arbitrary<Change> = fc
  .subarray(Object.keys(parts) as (keyof typeof parts)[], { minLength: 1, maxLength: 3 })
  .chain(kinds => fc.oneof(fc.constant(kinds.slice(0, 1)), fc.constant(kinds)))
  .chain(kinds =>
    fc.record(Object.fromEntries(kinds.map(kind => [kind, parts[kind]])) as Partial<typeof parts>),
  ) as fc.Arbitrary<Change>

const everything: CatalogQuery = { principals: 'system', where: [], sort: [{ by: 'position', descending: false }] }

/** All data that a store returns through its port. */
function whole(store: ContentStore, queries: readonly CatalogQuery[]): Promise<unknown> {
  return store.read(async reader => {
    const nodes = await allOf(reader.subtree('/'))
    const opened = []
    for (const at of [...paths, '/a/b/x', '/ab/x', '/a-b/c']) {
      // Without stamps, which are random in one store and counted in the other.
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
    const found = []
    for (const query of [everything, ...queries]) found.push(await reader.search(query))
    return { nodes, opened, records, versions, votes, found }
  })
}

/** How many objects there are by kind and access: as they are kept, and as they are. */
function counts(database: InstanceType<typeof Database>): readonly unknown[] {
  const kept = 'SELECT kind_id, access_id, objects FROM kind_count ORDER BY 1, 2'
  const made = 'SELECT kind_id, access_id, count(*) AS objects FROM node NOT INDEXED GROUP BY 1, 2 ORDER BY 1, 2'
  return [kept, made].map(query => database.prepare(query).all())
}

const paths = ['/', '/a', '/b', '/a-b', '/ab', '/a/b', '/a/c', '/a/b/c', '/b/a', '/ab/a', '/ü', '/ü/日']

describe('content in SQLite and in memory', () => {
  it('answer every question alike, in the same order', async () => {
    const site = fc.record({
      creates: arbitraryCreations,
      queries: fc.array(arbitraryQuery, { minLength: 5, maxLength: 20 }),
    })
    const property = fc.asyncProperty(site, ({ creates, queries }) =>
      onBoth(async (sqlite, memory) => {
        expect(await sqlite.commit({ creates })).toEqual(await memory.commit({ creates }))
        for (const query of queries) {
          const expected = await memory.read(reader => reader.search(query))
          expect(await sqlite.read(reader => reader.search(query))).toEqual(expected)
        }
      }),
    )
    await fc.assert(property, { numRuns: runsOf(1000) })
  }, 900_000)

  it('take and refuse the same changes, and are the same after each', async () => {
    const history = fc.record({
      creates: arbitraryCreations,
      changes: fc.array(arbitraryChange, { minLength: 5, maxLength: 15 }),
      queries: fc.array(arbitraryQuery, { maxLength: 5 }),
    })
    const property = fc.asyncProperty(history, ({ creates, changes, queries }) =>
      onBoth(async (sqlite, memory, file) => {
        const database = new Database(file)
        for (const change of [{ creates }, ...changes]) {
          expect(await sqlite.commit(change)).toEqual(await memory.commit(change))
          expect(await whole(sqlite, queries)).toEqual(await whole(memory, queries))
          const [kept, made] = counts(database)
          expect(kept).toEqual(made)
        }
        database.close()
      }),
    )
    await fc.assert(property, { numRuns: runsOf(600) })
  }, 900_000)
})
