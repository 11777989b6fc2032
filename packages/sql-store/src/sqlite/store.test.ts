import { copyFileSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { TimeSlice } from '@plenum/core'
import type { CatalogQuery, ContentStore } from '@plenum/core/ports'
import {
  buildCreation,
  buildCreations,
  buildEntry,
  buildFile,
  buildNode,
  buildRecord,
  buildUser,
  contentStoreSuite,
  copiesPreserveTheSite,
  mailStoreSuite,
  pendingUploadSuite,
  runsOf,
  uidFor,
  userDirectorySuite,
  webhookStoreSuite,
  wholeStoreSuite,
} from '@plenum/testkit'
import Database from 'libsql'
import type { SqlValue } from '../shared/sql.js'
import type { SqliteDatabase } from './database.js'
import { type SqliteStore, type SqliteStoreOptions, sqliteStore } from './store.js'

const folder = mkdtempSync(join(tmpdir(), 'plenum-sqlite-'))
let files = 0

afterAll(() => rmSync(folder, { recursive: true }))

const newFile = () => join(folder, `${files++}.db`)

function openFile(file: string, options: Partial<SqliteStoreOptions> = {}): SqliteStore {
  return sqliteStore({ open: () => new Database(file), ...options })
}

const everything: CatalogQuery = { principals: 'system', where: [] }
const pathsIn = async (content: ContentStore) =>
  (await content.read(reader => reader.search(everything))).items.map(({ path }) => path)
const stampOf = async (content: ContentStore) => (await content.read(reader => reader.open('/'))).stamp

contentStoreSuite({ describe, it }, 'content in SQLite', async () => openFile(newFile()).content)

userDirectorySuite({ describe, it }, 'users in SQLite', async () => {
  const { users, close } = openFile(newFile())
  return { subject: users, close }
})

mailStoreSuite({ describe, it }, 'emails in SQLite', async () => openFile(newFile()))

pendingUploadSuite({ describe, it }, 'pending uploads in SQLite', async () => openFile(newFile()))

webhookStoreSuite({ describe, it }, 'webhooks in SQLite', async () => openFile(newFile()))

wholeStoreSuite({ describe, it }, 'all that is kept in SQLite', async () => openFile(newFile()))

it(
  'random sites in SQLite survive a copy unchanged',
  () => copiesPreserveTheSite(async () => openFile(newFile()), runsOf(100)),
  60_000,
)

describe('a database file', () => {
  it('has the stamp of the original after copying, and another after the next commit of either', async () => {
    const stampOf = async (content: ContentStore) => (await content.read(reader => reader.open('/'))).stamp
    const [file, copy] = [newFile(), newFile()]
    const before = openFile(file)
    await before.content.commit({ creates: buildCreations('/') })
    const stamp = await stampOf(before.content)
    await before.close()
    copyFileSync(file, copy)
    const [first, second] = [openFile(file), openFile(copy)]
    expect([await stampOf(first.content), await stampOf(second.content)]).toEqual([stamp, stamp])
    await first.content.commit({ creates: buildCreations('/a') })
    await second.content.commit({ creates: buildCreations('/b') })
    expect(new Set([stamp, await stampOf(first.content), await stampOf(second.content)]).size).toBe(3)
    await first.close()
    await second.close()
  })

  it('preserves everything after it is reopened', async () => {
    const file = newFile()
    const first = openFile(file)
    const entry = { words: ['word'], indexes: { Subject: ['x'] }, columns: { title: 'T' } }
    const fields = { file: buildFile('f', 2) }
    await first.content.commit({
      creates: [
        buildCreation('/', { node: { fields } }),
        {
          ...buildCreation('/a', { entry, records: [buildRecord()] }),
          version: { time: 1000, actor: 'eve', comments: '' },
        },
      ],
      files: [{ digest: 'f', bytes: Uint8Array.of(1, 2) }],
    })
    await first.content.commit({ renames: [{ from: '/a', to: '/b' }] })
    await first.users.add(buildUser('anna'))
    await first.close()

    const { content, users, close } = openFile(file)
    await content.read(async reader => {
      expect(await reader.open('/a')).toMatchObject({ lineage: [buildNode('/', { fields })], movedTo: '/b' })
      const query = { kind: 'word', word: 'word' } as const
      const hits = await reader.search({
        principals: ['Anonymous'],
        where: [{ kind: 'text', in: 'everything', query }],
      })
      expect(hits.items.map(({ path, columns }) => [path, columns])).toEqual([['/b', { title: 'T' }]])
      expect(await reader.records(uidFor('/a'))).toEqual([buildRecord()])
      const version = { number: 0, time: 1000, actor: 'eve', comments: '', records: 1 }
      expect(await reader.versions(uidFor('/a'))).toEqual([version])
      expect(await reader.version(uidFor('/a'), 0)).toEqual({ ...version, node: buildNode('/a') })
      expect([...((await reader.filePiece('f', 0)) ?? [])]).toEqual([1, 2])
    })
    expect(await users.user('anna')).toEqual(buildUser('anna'))
    await close()
  })

  it('of a newer program is rejected', () => {
    const file = newFile()
    const database = new Database(file)
    database.exec('PRAGMA user_version = 99')
    expect(() => openFile(file)).toThrow('The database has schema version 99')
  })

  it('uses a log that is flushed at each commit, and rejects writes of readers', async () => {
    const file = newFile()
    const opened: InstanceType<typeof Database>[] = []
    const store = openFile(file, {
      open: () => {
        const database = new Database(file)
        opened.push(database)
        return database
      },
    })
    await pathsIn(store.content)
    const [writing, reading] = opened
    const setting = (name: string) => writing?.prepare(`PRAGMA ${name}`).all([])
    expect(setting('journal_mode')).toEqual([{ journal_mode: 'wal' }])
    expect(setting('synchronous')).toEqual([{ synchronous: 2 }])
    expect(setting('foreign_keys')).toEqual([{ foreign_keys: 1 }])
    expect(() => reading?.exec('DELETE FROM store')).toThrow('readonly')
    await store.close()
  })

  it('has no orphaned rows after removals', async () => {
    const file = newFile()
    const { content, close } = openFile(file)
    const entry = { words: ['word'], indexes: { Subject: ['x'] } }
    const version = { time: 1, actor: 'anna', comments: '' }
    const creates = ['/', '/a', '/a/b'].map(path => ({
      ...buildCreation(path, { entry, records: [buildRecord()] }),
      version,
    }))
    await content.commit({ creates })
    await content.commit({ renames: [{ from: '/a/b', to: '/a/c' }] })
    const lock = { token: 't', creator: 'anna', creatorName: '', created: 1, timeout: 600, stealable: true }
    await content.commit({ locks: [{ uid: uidFor('/a'), before: null, lock }] })
    await content.commit({ removes: ['/a'] })
    await content.commit({ removes: ['/'] })
    const database = new Database(file)
    const count = (table: string) => database.prepare(`SELECT count(*) AS n FROM ${table}`).all([])
    const parts = ['node_doc', 'node_entry', 'node_index', 'record', 'alias', 'version', 'version_doc', 'lock']
    for (const table of ['node', ...parts]) expect([table, count(table)]).toEqual([table, [{ n: 0 }]])
    expect(database.prepare(`SELECT rowid FROM node_words WHERE node_words MATCH 'word'`).all([])).toEqual([])
    await close()
  })
})

describe('two processes that share a database file', () => {
  it('see the commits of each other', async () => {
    const file = newFile()
    const [one, other] = [openFile(file), openFile(file)]
    await one.content.commit({ creates: buildCreations('/') })
    expect(await pathsIn(other.content)).toEqual(['/'])
    await other.content.commit({ creates: buildCreations('/a') })
    expect(await pathsIn(one.content)).toEqual(['/', '/a'])
    expect(await stampOf(one.content)).toBe(await stampOf(other.content))
    const update = { updates: [{ node: buildNode('/a'), entry: buildEntry() }] }
    expect(await one.content.commit(update)).toEqual({ ok: true })
    expect(await other.content.commit(update)).toEqual({ ok: false, reason: 'changed' })
    await one.users.add(buildUser('anna'))
    expect(await other.users.add(buildUser('anna'))).toBe(false)
    await Promise.all([one.close(), other.close()])
  })

  it('may write at the same time without losses', async () => {
    const file = newFile()
    const stores = [openFile(file), openFile(file)]
    await stores[0]?.content.commit({ creates: buildCreations('/') })
    const writes = stores.flatMap(({ content }, s) =>
      Array.from({ length: 20 }, (_, i) => content.commit({ creates: buildCreations(`/${s}-${i}`) })),
    )
    expect((await Promise.all(writes)).every(({ ok }) => ok)).toBe(true)
    for (const { content, close } of stores) {
      expect((await pathsIn(content)).length).toBe(41)
      await close()
    }
  })

  it('wait for each other and can report it, without blocking reads', async () => {
    const file = newFile()
    let waits = 0
    const { content, close } = openFile(file, { onWait: () => waits++ })
    await content.commit({ creates: buildCreations('/') })
    const other = new Database(file)
    other.exec('BEGIN IMMEDIATE')
    const commit = content.commit({ creates: buildCreations('/a') })
    await delay(60)
    expect(waits).toBe(1)
    expect(await pathsIn(content)).toEqual(['/'])
    other.exec('COMMIT')
    expect(await commit).toEqual({ ok: true })
    expect(waits).toBe(1)
    await close()
  })

  it('stop waiting when they are closed', async () => {
    const file = newFile()
    const { content, close } = openFile(file)
    const other = new Database(file)
    other.exec('BEGIN IMMEDIATE')
    const commit = content.commit({ creates: buildCreations('/') })
    await delay(5)
    await close()
    await expect(commit).rejects.toThrow('closed')
    other.exec('COMMIT')
    expect(other.prepare('SELECT count(*) AS n FROM node').all([])).toEqual([{ n: 0 }])
  })

  it('leave a single file when they are closed', async () => {
    const file = newFile()
    const { content, close } = openFile(file)
    await content.commit({ creates: buildCreations('/') })
    await close()
    const copy = newFile()
    copyFileSync(file, copy)
    const next = openFile(copy)
    expect(await pathsIn(next.content)).toEqual(['/'])
    await next.close()
  })

  it('time out', async () => {
    const file = newFile()
    const { content, users, close } = openFile(file, { lockTimeout: 20 })
    const other = new Database(file)
    other.exec('BEGIN IMMEDIATE')
    await expect(content.commit({ creates: buildCreations('/') })).rejects.toThrow('locked for more than 0.02 s')
    await expect(users.add(buildUser('anna'))).rejects.toThrow('locked')
    other.exec('ROLLBACK')
    expect(await content.commit({ creates: buildCreations('/') })).toEqual({ ok: true })
    expect(await users.user('anna')).toBeNull()
    await close()
  })
})

describe('a store', () => {
  it('rolls back a change that fails', async () => {
    const { content, close } = openFile(newFile())
    await content.commit({ creates: buildCreations('/') })
    const broken = buildCreation('/b', { node: { modified: 0.5 } })
    const before = await stampOf(content)
    await expect(content.commit({ creates: [...buildCreations('/a'), broken] })).rejects.toThrow('INTEGER')
    expect([await pathsIn(content), await stampOf(content)]).toEqual([['/'], before])
    expect(await content.commit({ creates: buildCreations('/a') })).toEqual({ ok: true })
    await close()
  })

  it('replaces index values that exceed the limits of the database', async () => {
    const { content, close } = openFile(newFile())
    const odd = { Subject: ['a\0b', 'a', '\ud800', '\udc00'] }
    await content.commit({ creates: [buildCreation('/', { entry: { indexes: odd } })] })
    const countOf = async (value: string) => {
      const where = [{ kind: 'any', index: 'Subject', values: [value] }] as const
      return (await content.read(reader => reader.search({ principals: 'system', where }))).total
    }
    expect([await countOf('a\0b'), await countOf('\ud800')]).toEqual([1, 1])
    await content.commit({
      entries: [{ uid: uidFor('/'), revision: 0, entry: buildEntry({ indexes: { Subject: ['a'] } }) }],
    })
    expect([await countOf('a\0b'), await countOf('\ud800'), await countOf('a')]).toEqual([0, 0, 1])
    await close()
  })

  it('rejects values of unsupported types, which would crash the driver', async () => {
    const { content, close } = openFile(newFile())
    const broken = buildCreation('/', { node: { type: true as never } })
    await expect(content.commit({ creates: [broken] })).rejects.toThrow(TypeError)
    await expect(content.read(reader => reader.records(undefined as never))).rejects.toThrow(TypeError)
    expect(await content.commit({ creates: buildCreations('/') })).toEqual({ ok: true })
    await close()
  })

  it('caches prepared statements, and drops old ones', async () => {
    const file = newFile()
    const prepared: string[] = []
    const open = () => {
      const database = new Database(file)
      const prepare = (text: string) => {
        prepared.push(text)
        return database.prepare(text)
      }
      return { prepare, exec: (text: string) => database.exec(text), close: () => database.close() }
    }
    const { content, close } = openFile(file, { open })
    await content.commit({ creates: buildCreations('/') })
    let reads = 0
    // Each query contains a different value, because the store would otherwise return a cached result.
    const ask = (parts: number) => {
      reads += 1
      const where = Array.from(
        { length: parts },
        () => ({ kind: 'range', index: 'none', min: reads, max: null }) as const,
      )
      return content.read(reader => reader.search({ principals: 'system', where }))
    }
    await ask(1)
    const before = prepared.length
    await ask(1)
    expect(prepared.length).toBe(before)
    for (let parts = 2; parts < 300; parts++) await ask(parts)
    await ask(1)
    expect(prepared.length).toBe(before + 298 + 1)
    await close()
  })

  it('rejects everything after it is closed, and can be closed twice', async () => {
    const { content, users, close } = openFile(newFile())
    await close()
    await content.close()
    await expect(content.commit({})).rejects.toThrow('closed')
    await expect(content.read(async () => 1)).rejects.toThrow('closed')
    await expect(users.user('anna')).rejects.toThrow('closed')
  })

  it('completes running reads when it is closed', async () => {
    const { content, close } = openFile(newFile())
    await content.commit({ creates: buildCreations('/') })
    const reading = content.read(async reader => {
      await delay(20)
      return (await reader.open('/')).exists
    })
    await close()
    expect(await reading).toBe(true)
  })
})

describe('readers of the database (docs/http-answers.md, Readers and writers, rule 1)', () => {
  function counted(readers: number) {
    const file = newFile()
    const opened = { count: 0 }
    const open = () => {
      opened.count += 1
      return new Database(file)
    }
    return { store: sqliteStore({ open, readers }), opened }
  }

  it('are limited in number; further reads wait in order', async () => {
    const { store, opened } = counted(3)
    await store.content.commit({ creates: buildCreations('/') })
    const before = opened.count
    const order: number[] = []
    let running = 0
    let most = 0
    const read = (number: number) =>
      store.content.read(async () => {
        running += 1
        most = Math.max(most, running)
        order.push(number)
        await delay(1)
        running -= 1
      })
    await Promise.all(Array.from({ length: 200 }, (_, i) => read(i)))
    expect(most).toBe(3)
    expect(opened.count - before).toBe(3)
    expect(order).toEqual(Array.from({ length: 200 }, (_, i) => i))
    await store.close()
  })

  it('have a queue of at most a thousand', async () => {
    const { store } = counted(1)
    const reads = Array.from({ length: 1002 }, () => store.content.read(() => delay(0)))
    const refused = (await Promise.allSettled(reads)).filter(({ status }) => status === 'rejected')
    expect(refused).toMatchObject([{ reason: { code: 'busy', details: { retryAfter: 1 } } }])
    await store.close()
  })

  it('serve the next read after one fails', async () => {
    const { store } = counted(1)
    await expect(store.content.read(() => Promise.reject(new Error('no')))).rejects.toThrow('no')
    expect(await pathsIn(store.content)).toEqual([])
    await store.close()
  })

  function watched(file: string) {
    const texts: string[] = []
    const open = (): SqliteDatabase => {
      const database = new Database(file) as unknown as SqliteDatabase
      return {
        exec: text => {
          texts.push(text)
          return database.exec(text)
        },
        prepare: text => {
          const statement = database.prepare(text)
          const get = (values: readonly SqlValue[]) => {
            texts.push(text)
            return statement.get(values)
          }
          return { all: values => statement.all(values), run: values => statement.run(values), get }
        },
        close: () => database.close(),
      }
    }
    return { texts, store: sqliteStore({ open }) }
  }

  it('do not check again for a state read in the same iteration', async () => {
    const { store, texts } = watched(newFile())
    await store.content.commit({ creates: buildCreations('/') })
    await new Promise(setImmediate)
    const known = await store.content.state()
    texts.length = 0
    for (let i = 0; i < 3; i++) expect(await store.content.read(reader => reader.open('/'), known)).toBeDefined()
    expect(texts.filter(text => text === 'PRAGMA data_version')).toHaveLength(0)
    expect(texts.filter(text => text === 'BEGIN')).toHaveLength(1)
    await pathsIn(store.content)
    expect(texts.filter(text => text === 'PRAGMA data_version')).toHaveLength(1)
    await store.close()
  })

  it('share a snapshot for the reads of one iteration, until a commit', async () => {
    const file = newFile()
    const [{ store, texts }, other] = [watched(file), openFile(file)]
    const begun = () => texts.filter(text => text === 'BEGIN').length
    for (let i = 0; i < 3; i++) expect(await pathsIn(store.content)).toEqual([])
    expect(begun()).toBe(1)
    await other.content.commit({ creates: buildCreations('/') })
    expect(await pathsIn(store.content)).toEqual(['/'])
    const last = texts.lastIndexOf('BEGIN')
    expect(texts.slice(last, last + 2)).toEqual(['BEGIN', 'SELECT stamp, invalidations FROM store'])
    await new Promise(setImmediate)
    // Each read transaction must end, because an open one would prevent the log from being emptied.
    expect(texts.filter(text => text === 'ROLLBACK')).toHaveLength(begun())
    for (const { close } of [store, other]) await close()
  })

  it('are not needed to read cached users', async () => {
    const { store } = counted(1)
    await store.users.add(buildUser('ada'))
    const user = await store.content.read(() => store.users.user('ada'))
    expect(user?.id).toBe('ada')
    await store.close()
  })
})

describe('a change that waits for a lock', () => {
  it('is abandoned after a timeout, and nothing of it is written', async () => {
    const { content, close } = openFile(newFile(), { writeWait: 30 })
    const outcome = await content.alone(async () => {
      const late = content.commit({ creates: buildCreations('/') }).catch((error: unknown) => error)
      await delay(100)
      return late
    })
    expect(outcome).toMatchObject({ code: 'busy', details: { retryAfter: 1 } })
    expect(await pathsIn(content)).toEqual([])
    await content.commit({ creates: buildCreations('/') })
    expect(await pathsIn(content)).toEqual(['/'])
    await close()
  })
})

describe('the log of a database', () => {
  it('is moved into the database after long and short changes', async () => {
    const file = newFile()
    const { content, close } = openFile(file)
    const slow: TimeSlice = { isOver: () => true, next: () => delay(1) }
    const pages = Array.from({ length: 300 }, (_, i) => `/n${i}`)
    const fields = { text: 'x'.repeat(20_000) }
    await content.commit({ creates: buildCreations('/') })
    await content.commit({ creates: pages.map(path => buildCreation(path, { node: { fields } })) }, slow)
    await delay(150)
    await content.commit({ creates: buildCreations('/a') })
    // After a checkpoint, the log is overwritten from the beginning, so the same changes do not increase its size.
    const before = statSync(`${file}-wal`).size
    const updates = pages.map(path => ({
      node: buildNode(path, { fields: { text: 'y'.repeat(20_000) } }),
      entry: buildEntry(),
    }))
    await content.commit({ updates }, slow)
    expect(statSync(`${file}-wal`).size).toBeLessThan(before * 1.5)
    await close()
  })
})
