import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { memoryContentStore } from '@plenum/core'
import type { CatalogQuery, Condition, ContentStore, Sort, TextQuery } from '@plenum/core/ports'
import { addManyObjects, arbitraryWideQuery } from '@plenum/testkit'
import fc from 'fast-check'
import Database from 'libsql'
import AsyncDatabase from 'libsql/promise'
import { catalogReader } from '../../shared/search/catalogReader.js'
import { connect } from '../connection.js'
import { migrate } from '../schema/migrate.js'
import { sqliteStore } from '../store.js'
import { searchReads } from './search.js'

const folder = mkdtempSync(join(tmpdir(), 'plenum-hits-'))
const open = () => new Database(join(folder, 'database'))
const openApart = () => {
  const database = open()
  return Object.assign(database, { execInThread: (text: string) => AsyncDatabase.prototype.exec.call(database, text) })
}
const sqlite = sqliteStore({ open: openApart }).content
const memory = memoryContentStore()

/**
 * The number of objects, which is large enough that a search must pause. The objects form four chunks with LONG_TESTS,
 * and otherwise three.
 */
const objects = process.env.LONG_TESTS ? 10_000 : 4000

beforeAll(() => addManyObjects([sqlite, memory], objects), 120_000)

afterAll(async () => {
  await sqlite.close()
  rmSync(folder, { recursive: true })
})

const word = (text: string): Condition => ({ kind: 'text', in: 'everything', query: { kind: 'word', word: text } })
const text = (query: TextQuery): Condition => ({ kind: 'text', in: 'everything', query })
const below: Condition = { kind: 'below', path: '/hill', depth: null }
const start = (word: string): TextQuery => ({ kind: 'prefix', word })
const by = (index: string, descending = false): Sort[] => [{ by: index, descending }]
const any = (index: string, ...values: string[]): Condition => ({ kind: 'any', index, values })

async function pausesOf(store: ContentStore, query: CatalogQuery) {
  let pauses = 0
  const slice = {
    isOver: () => true,
    next: async () => {
      pauses += 1
    },
  }
  return { hits: await store.read(reader => reader.search(query, slice)), pauses }
}

describe('a search among many objects', () => {
  it.each<[string, Omit<CatalogQuery, 'principals'>]>([
    ['a word in most texts', { where: [word('valley')], sort: by('relevance') }],
    ['a word in most texts, by an index', { where: [word('valley')], sort: by('start', true), start: 40 }],
    ['a value of most objects', { where: [any('Creator', 'anna')], sort: by('start') }],
    ['no word', { where: [{ kind: 'not', condition: word('river') }], sort: by('relevance', true) }],
    ['a word and another word', { where: [word('valley'), { kind: 'not', condition: word('river') }], size: 0 }],
    ['a prefix of every word', { where: [text(start('word'))], sort: by('relevance') }],
    ['a prefix, in descending order', { where: [text(start('word'))], sort: by('relevance', true), start: 30 }],
    [
      'a prefix and no word',
      { where: [text(start('wo')), { kind: 'not', condition: word('river') }], sort: by('start') },
    ],
    [
      'not a prefix',
      { where: [{ kind: 'not', condition: text({ kind: 'and', parts: [start('word'), start('riv')] }) }] },
    ],
    ['two consecutive words', { where: [text({ kind: 'phrase', words: ['valley', 'stone'] })], sort: by('relevance') }],
    [
      'a value, objects without sort value first',
      { where: [any('Creator', 'anna')], sort: [...by('start'), ...by('modified', true)], start: 20 },
    ],
    [
      'a value, objects without sort value last',
      { where: [any('Creator', 'anna')], sort: by('start', true), start: 700, size: 200 },
    ],
    [
      'a value, most objects without sort value',
      { where: [any('Creator', 'anna')], sort: by('effective', true), start: 30 },
    ],
    [
      'a value of published objects',
      { where: [any('Creator', 'anna'), { kind: 'active', at: 5000 }], sort: by('path') },
    ],
    ['a subtree', { where: [below, { kind: 'active', at: 5000 }], sort: by('start', true), start: 30 }],
    ['a subtree and no word', { where: [below, { kind: 'not', condition: word('river') }], sort: by('start') }],
    ['a subtree, by path', { where: [below], sort: by('path', true), start: 900 }],
    ['a type and no word', { where: [any('portal_type', 'Event'), { kind: 'not', condition: word('river') }] }],
  ])('finds the same as one that does not pause: %s', async (_, query) => {
    for (const principals of [['Anonymous'], 'system'] as const) {
      const wholeQuery = { principals, size: 25, ...query }
      const { hits, pauses } = await pausesOf(sqlite, wholeQuery)
      expect(hits).toEqual((await pausesOf(memory, wholeQuery)).hits)
      expect(hits.total).toBeGreaterThan(0.7 * objects)
      expect(pauses).toBeGreaterThan(1)
    }
  })

  it('finds the same for any query', async () => {
    const isSame = async (query: CatalogQuery) =>
      expect((await pausesOf(sqlite, query)).hits).toEqual((await pausesOf(memory, query)).hits)
    await fc.assert(fc.asyncProperty(arbitraryWideQuery, isSame), { numRuns: process.env.LONG_TESTS ? 1000 : 150 })
  }, 120_000)

  it('excludes expired content, even if most content is expired', async () => {
    const connection = connect(new Database(join(folder, 'expired')))
    migrate(connection)
    connection.exec(`
      INSERT INTO access (id, holders) VALUES (1, '[]');
      INSERT INTO kind (id, value_list) VALUES (1, '[]');
      INSERT INTO node (uid, path, depth, position, type, revision, modified, access_id, kind_id, index_modified, index_expires)
      WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 30000)
      SELECT 'u' || i, '/' || i, 1, i, 'Document', 0, i, 1, 1, -i, iif(i % 5, 10, 99) FROM n;
      INSERT INTO node_entry (seq, words_digest, columns) SELECT seq, '', '{}' FROM node;
      INSERT INTO node_index (seq, name, value) SELECT seq, 'Creator', 'anna' FROM node WHERE seq > 3;`)
    const kinds = [{ id: 1, values: new Map(), objects: 30_000, visible: 30_000 }]
    const { search } = catalogReader({ connection, kinds: async () => kinds }, searchReads)
    const foundAt = async (at: number) => {
      const where: Condition[] = [any('Creator', 'anna'), { kind: 'active', at }]
      const query: CatalogQuery = { principals: 'system', where, sort: by('modified'), size: 2 }
      const { total, items } = await search(query)
      return [total, ...items.map(({ path }) => path)]
    }
    expect(await foundAt(50)).toEqual([6000, '/30000', '/29995'])
    expect(await foundAt(5)).toEqual([29_997, '/30000', '/29999'])
    connection.close()
  })

  it('finds prefixes without a worker thread too, and several at the same time', async () => {
    const query = { principals: 'system', where: [text(start('word'))], sort: by('relevance'), size: 25 } as const
    const other = { ...query, where: [text(start('wording'))], start: 900 } as const
    const alone = sqliteStore({ open }).content
    const searches = (store: ContentStore) =>
      store.read(reader => Promise.all([reader.search(query), reader.search(other), reader.countUpTo(query, 9999)]))
    const hits = await searches(memory)
    expect(await searches(alone)).toEqual(hits)
    expect(await searches(sqlite)).toEqual(hits)
    expect(await searches(sqlite)).toEqual(hits)
    await alone.close()
  })

  it('does not pause for few results', async () => {
    const query = { principals: 'system', where: [word('river')], sort: by('relevance'), size: 25 } as const
    const { hits, pauses } = await pausesOf(sqlite, query)
    expect(hits).toEqual((await pausesOf(memory, query)).hits)
    expect([hits.total, pauses]).toEqual([objects / 500, 0])
  })

  it('finds a type in a state without scanning other objects, in every indexed order', async () => {
    for (const sort of [[], by('start'), by('start', true), by('modified')])
      for (const start of [0, 3000]) {
        const query = {
          principals: ['Anonymous'],
          where: [any('portal_type', 'Event')],
          sort,
          start,
          size: 25,
        } as const
        const { hits, pauses } = await pausesOf(sqlite, query)
        expect(hits).toEqual((await pausesOf(memory, query)).hits)
        expect(hits.total).toBeGreaterThan(0.8 * objects)
        expect(pauses).toBe(0)
      }
  })
})
