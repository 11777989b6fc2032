import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { memoryContentStore } from '@plenum/core'
import type { CatalogQuery, Condition, ContentStore, Sort } from '@plenum/core/ports'
import { buildCreation, buildCreations } from '@plenum/testkit'
import Database from 'libsql'
import { sqliteStore } from '../sqlite/sqliteStore.js'

const folder = mkdtempSync(join(tmpdir(), 'plenum-hits-'))
const sqlite = sqliteStore({ open: () => new Database(join(folder, 'database')) }).content
const memory = memoryContentStore()

/** More than are looked at without a pause. */
const objects = 10_000

function objectAt(i: number) {
  const words = [...(i % 8 ? ['valley'] : []), ...(i % 500 ? [] : ['river'])]
  return buildCreation(`/${i}`, {
    node: { modified: (i * 7919) % 5000 },
    entry: {
      holders: i % 7 ? ['Anonymous'] : ['Manager'],
      words,
      titleWords: i % 4000 === 1 ? ['valley'] : [],
      indexes: { Creator: i % 9 ? 'anna' : 'bo', start: (i * 61) % 997, portal_type: i % 50 ? 'Event' : 'Document' },
    },
  })
}

beforeAll(async () => {
  for (const store of [sqlite, memory]) await store.commit({ creates: buildCreations('/') })
  for (let start = 0; start < objects; start += 1000) {
    const creates = Array.from({ length: 1000 }, (_, i) => objectAt(start + i))
    for (const store of [sqlite, memory]) expect(await store.commit({ creates })).toEqual({ ok: true })
  }
}, 120_000)

afterAll(async () => {
  await sqlite.close()
  rmSync(folder, { recursive: true })
})

const word = (text: string): Condition => ({ kind: 'text', in: 'everything', query: { kind: 'word', word: text } })
const by = (index: string, descending = false): Sort[] => [{ by: index, descending }]
const any = (index: string, ...values: string[]): Condition => ({ kind: 'any', index, values })

async function pausesOf(store: ContentStore, query: CatalogQuery) {
  let pauses = 0
  const turn = {
    isOver: () => true,
    next: async () => {
      pauses += 1
    },
  }
  return { found: await store.read(reader => reader.search(query, turn)), pauses }
}

describe('a search that looks at many objects', () => {
  it.each<[string, Omit<CatalogQuery, 'principals'>]>([
    ['a word in most texts', { where: [word('valley')], sort: by('relevance') }],
    ['a word in most texts, by an index', { where: [word('valley')], sort: by('start', true), start: 40 }],
    ['a value of most objects', { where: [any('Creator', 'anna')], sort: by('start') }],
    ['no word', { where: [{ kind: 'not', condition: word('river') }], sort: by('relevance', true) }],
    ['a word and another', { where: [word('valley'), { kind: 'not', condition: word('river') }], size: 0 }],
    ['a type and no word', { where: [any('portal_type', 'Event'), { kind: 'not', condition: word('river') }] }],
  ])('finds the same as one that does not pause: %s', async (_, query) => {
    for (const principals of [['Anonymous'], 'system'] as const) {
      const asked = { principals, size: 25, ...query }
      const { found, pauses } = await pausesOf(sqlite, asked)
      expect(found).toEqual((await pausesOf(memory, asked)).found)
      expect(found.total).toBeGreaterThan(7000)
      expect(pauses).toBeGreaterThan(1)
    }
  })

  it('does not pause where few are found', async () => {
    const query = { principals: 'system', where: [word('river')], sort: by('relevance'), size: 25 } as const
    const { found, pauses } = await pausesOf(sqlite, query)
    expect(found).toEqual((await pausesOf(memory, query)).found)
    expect([found.total, pauses]).toEqual([20, 0])
  })

  it('finds what has a type and a state without a look at other objects, in every order that has an index', async () => {
    for (const sort of [[], by('start'), by('start', true), by('modified')])
      for (const start of [0, 3000]) {
        const query = {
          principals: ['Anonymous'],
          where: [any('portal_type', 'Event')],
          sort,
          start,
          size: 25,
        } as const
        const { found, pauses } = await pausesOf(sqlite, query)
        expect(found).toEqual((await pausesOf(memory, query)).found)
        expect(found.total).toBeGreaterThan(8000)
        if (start === 0) expect(pauses).toBe(0)
      }
  })
})
