import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { NewEvent } from '@plenum/core/ports'
import Database from 'libsql'
import { sqliteStore } from './store.js'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'plenum-feed-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const event: NewEvent = { kind: 'changed', actor: null, time: 0, object: null }

describe('the change feed on SQLite', () => {
  it('is read through its indexes', async () => {
    const file = join(folder, 'site.db')
    const store = sqliteStore({ open: () => new Database(file) })
    const database = new Database(file)
    const planOf = (query: string) =>
      database
        .prepare(`EXPLAIN QUERY PLAN ${query}`)
        .all()
        .map(row => (row as { detail: string }).detail)
    expect(
      planOf('SELECT doc FROM event WHERE position > 5 AND position < 9 ORDER BY position ASC LIMIT 1000'),
    ).toEqual(['SEARCH event USING INTEGER PRIMARY KEY (rowid>? AND rowid<?)'])
    expect(
      planOf(`SELECT doc FROM event WHERE position > 5
        AND kind IN ('sharing', 'people', 'settings', 'types', 'import', 'invalidation')
        ORDER BY position DESC LIMIT 25`),
    ).toEqual([expect.stringContaining('event')])
    database.close()
    await store.close()
  })

  it('is the same after the file is opened again, and continues at the next position', async () => {
    const open = () => sqliteStore({ open: () => new Database(join(folder, 'site.db')) })
    const first = open()
    await first.content.commit({ events: [event, event] })
    const before = await first.content.read(reader => reader.feedState())
    await first.close()
    const second = open()
    expect(await second.content.read(reader => reader.feedState())).toEqual(before)
    await second.content.commit({ events: [event] })
    expect((await second.content.read(reader => reader.feedState())).newest).toBe(3)
    await second.close()
  })

  it('marks events differently in two copies of a file that continue independently', async () => {
    const open = (name: string) => sqliteStore({ open: () => new Database(join(folder, name)) })
    const original = open('site.db')
    await original.content.commit({ events: [event] })
    new Database(join(folder, 'site.db')).exec(`VACUUM INTO '${join(folder, 'copy.db')}'`)
    const copy = open('copy.db')
    for (const store of [original, copy]) await store.content.commit({ events: [event] })
    const marksOf = (store: typeof copy) =>
      store.content.read(async reader => (await reader.events({ limit: 9 })).map(({ mark }) => mark))
    const [[first, second], [same, other]] = [await marksOf(original), await marksOf(copy)]
    expect([first === same, second === other]).toEqual([true, false])
    await original.close()
    await copy.close()
  })
})
