import { mkdtempSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DomainError, message } from '@plenum/core'
import { buildCreations, buildUser } from '@plenum/testkit'
import Database from 'libsql'
import { storeFault } from './faults.js'
import { type SqliteStoreOptions, sqliteStore } from './store.js'

const folder = mkdtempSync(join(tmpdir(), 'plenum-faults-'))
let files = 0

afterAll(() => rmSync(folder, { recursive: true }))

function openFile(options: Partial<SqliteStoreOptions> = {}) {
  const file = join(folder, `${files++}.db`)
  const connections: InstanceType<typeof Database>[] = []
  const open = () => {
    const connection = new Database(file)
    connections.push(connection)
    return connection
  }
  return { ...sqliteStore({ open, ...options }), file, connections }
}

const failure = (task: Promise<unknown>): Promise<unknown> =>
  task.then(
    () => null,
    (error: unknown) => error,
  )

const unavailable = (id: string, code: string) =>
  expect.objectContaining({
    code: 'store-unavailable',
    reason: expect.objectContaining({ id }),
    details: { context: null, retryAfter: expect.any(Number) },
    cause: expect.objectContaining({ code }),
  })

const isThere = async ({ content }: Pick<ReturnType<typeof openFile>, 'content'>, path: string) =>
  (await content.read(reader => reader.open(path))).exists

describe('a full disk (docs/http-answers.md, Faults of the database)', () => {
  it('refuses writers without a partial write, serves readers, and recovers once there is space again', async () => {
    const store = openFile()
    const [writing] = store.connections as [InstanceType<typeof Database>]
    await store.content.commit({ creates: buildCreations('/', '/a') })
    const pages = writing.prepare('PRAGMA page_count').all([]) as [{ page_count: number }]
    writing.exec(`PRAGMA max_page_count = ${pages[0].page_count}`)
    const paths = Array.from({ length: 500 }, (_, i) => `/b${i}`)
    const large = () => store.content.commit({ creates: buildCreations(...paths) })
    expect(await failure(large())).toEqual(unavailable('store.unwritable', 'SQLITE_FULL'))
    expect([await isThere(store, '/a'), await isThere(store, '/b0')]).toEqual([true, false])
    writing.exec('PRAGMA max_page_count = 1000000')
    expect(await large()).toMatchObject({ ok: true })
    expect(await isThere(store, '/b499')).toBe(true)
    await store.close()
  })

  it('does not prevent a start, although the log cannot be emptied', async () => {
    const { file, content, close } = openFile()
    await content.commit({ creates: buildCreations('/', '/a') })
    await close()
    let attempts = 0
    const open = () => {
      const connection = new Database(file)
      const prepare = connection.prepare.bind(connection)
      const prepareUnlessCheckpoint = (text: string) => {
        if (!text.includes('wal_checkpoint') || attempts++ > 0) return prepare(text)
        throw Object.assign(new Error('database or disk is full'), { code: 'SQLITE_FULL' })
      }
      return Object.assign(connection, { prepare: prepareUnlessCheckpoint })
    }
    const store = sqliteStore({ open })
    expect([attempts, await isThere(store, '/a')]).toEqual([1, true])
    await store.close()
  })
})

describe('a database that cannot be written', () => {
  it('reports this to writers of content and users, and can still be read', async () => {
    const store = openFile()
    await store.content.commit({ creates: buildCreations('/') })
    store.connections[0]?.exec('PRAGMA query_only = ON')
    const fault = unavailable('store.unwritable', 'SQLITE_READONLY')
    expect(await failure(store.content.commit({ creates: buildCreations('/a') }))).toEqual(fault)
    expect(await failure(store.users.add(buildUser('ada')))).toEqual(fault)
    expect([await isThere(store, '/'), await store.users.user('ada')]).toEqual([true, null])
    await store.close()
  })
})

describe('a database that another program keeps locked', () => {
  it('serves readers, and asks writers to retry', async () => {
    const store = openFile({ lockTimeout: 20 })
    await store.content.commit({ creates: buildCreations('/') })
    const other = new Database(store.file)
    other.exec('BEGIN IMMEDIATE')
    const refusal = await failure(store.content.commit({ creates: buildCreations('/a') }))
    expect(refusal).toMatchObject({ code: 'busy', details: { retryAfter: expect.any(Number) } })
    expect(await isThere(store, '/')).toBe(true)
    other.exec('ROLLBACK')
    expect(await store.content.commit({ creates: buildCreations('/a') })).toMatchObject({ ok: true })
    await store.close()
  })
})

describe('a file that breaks while it is in use', () => {
  it.each([
    ['cut short', (file: string) => truncateSync(file, Math.floor(statSync(file).size / 8192) * 4096)],
    ['overwritten', (file: string) => writeFileSync(file, 'x'.repeat(statSync(file).size))],
  ])('is reported to readers of the lost part, never as an internal error: %s', async (_, breakFile) => {
    const store = openFile({ readers: 2 })
    const paths = Array.from({ length: 200 }, (_, i) => `/c${i}`)
    await store.content.commit({ creates: buildCreations('/', ...paths) })
    store.connections[0]?.prepare('PRAGMA wal_checkpoint(TRUNCATE)').all([])
    breakFile(store.file)
    const ends: unknown[] = []
    for (let i = 0; i < 5; i++) {
      ends.push(await failure(store.content.commit({ creates: buildCreations(`/d${i}`) })))
      ends.push(await failure(store.content.read(reader => reader.search({ principals: 'system', where: [] }))))
      ends.push(await failure(store.users.users({ limit: 10 })))
    }
    const faults = ends.filter(end => end !== null)
    expect(faults.length).toBeGreaterThan(0)
    expect(faults.filter(end => !(end instanceof DomainError && end.code === 'store-unavailable'))).toEqual([])
    await store.close().catch(() => {})
  })
})

describe('an error', () => {
  const coded = (code: string) => Object.assign(new Error('told by the driver'), { code })

  it.each([
    'SQLITE_FULL',
    'SQLITE_IOERR',
    'SQLITE_IOERR_WRITE',
    'SQLITE_BUSY_SNAPSHOT',
    'SQLITE_LOCKED',
    'SQLITE_READONLY_DBMOVED',
    'SQLITE_CANTOPEN',
    'SQLITE_CORRUPT',
    'SQLITE_NOTADB',
    'ENOSPC',
  ])('of the database or its disk is reported as such, with its cause: %s', code => {
    expect(storeFault(coded(code))).toEqual(unavailable('store.unwritable', code))
  })

  it('about a file that the driver cannot open is a fault of the database', () => {
    const opening = () => new Database(join(folder, 'nowhere', 'file'))
    let error: unknown
    try {
      opening()
    } catch (thrown) {
      error = thrown
    }
    expect(storeFault(error, 'store.unreadable')).toMatchObject({ code: 'store-unavailable', cause: error })
  })

  it('of any other kind stays unchanged', () => {
    const others = [coded('SQLITE_CONSTRAINT_UNIQUE'), coded('SQLITE_ERROR'), coded(''), new Error('x'), 'text', null]
    expect(others.map(other => storeFault(other))).toEqual(others)
    const refusal = new DomainError('busy', message('busy.waiting', { limit: 1 }))
    expect(storeFault(refusal)).toBe(refusal)
  })
})
