import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { ContentStore } from '@plenum/core/ports'
import { buildCreation, buildCreations, buildEntry, buildNode, buildUser } from '@plenum/testkit'
import Database from 'libsql'
import AsyncDatabase from 'libsql/promise'
import { type SqliteStoreOptions, sqliteStore } from '../../sqlite/store.js'

const folder = mkdtempSync(join(tmpdir(), 'plenum-writer-'))
let files = 0

afterAll(() => rmSync(folder, { recursive: true }))

/** Opens a file and records the statements of the writing connection. Commits run in a thread. */
function openFile(options: Partial<SqliteStoreOptions> = {}) {
  const file = join(folder, `${files++}.db`)
  const connections: InstanceType<typeof Database>[] = []
  const commits: string[] = []
  let held = Promise.resolve()
  const open = () => {
    const connection = new Database(file)
    connections.push(connection)
    const execInThread = async (text: string) => {
      commits.push(text)
      await held
      return AsyncDatabase.prototype.exec.call(connection as never, text) as never
    }
    return Object.assign(connection, { execInThread })
  }
  const hold = () => {
    let release = () => {}
    held = new Promise(resolve => {
      release = resolve
    })
    return release
  }
  const store = sqliteStore({ open, ...options })
  return { ...store, commits, hold, writing: connections[0] as InstanceType<typeof Database> }
}

const pathsIn = async (content: ContentStore) => {
  const { items } = await content.read(reader => reader.search({ principals: 'system', where: [] }))
  return items.map(({ path }) => path)
}

describe('simultaneous changes', () => {
  it('share commits', async () => {
    const { content, commits, close } = openFile()
    await content.commit({ creates: buildCreations('/') })
    commits.length = 0
    const paths = Array.from({ length: 60 }, (_, i) => `/p${i}`)
    const outcomes = await Promise.all(paths.map(path => content.commit({ creates: buildCreations(path) })))
    expect(outcomes.every(({ ok }) => ok)).toBe(true)
    // Each transaction accepts further writes for 10 ms. If a write takes less than a millisecond, there are only two
    // or three commits. On a busy machine, there are more.
    expect(commits.length).toBeLessThan(40)
    expect(await pathsIn(content)).toEqual(['/', ...paths])
    await close()
  })

  it('are isolated: one that fails or is rejected leaves nothing behind', async () => {
    const { content, users, close } = openFile()
    await content.commit({ creates: buildCreations('/') })
    const broken = { creates: [buildCreation('/x'), buildCreation('/broken', { node: { modified: 0.5 } })] }
    const outcomes = await Promise.allSettled([
      content.commit({ creates: buildCreations('/a') }),
      content.commit(broken),
      content.commit({ creates: buildCreations('/y', '/a') }),
      content.commit({ creates: buildCreations('/a/b') }),
      users.add(buildUser('ada')),
    ])
    expect(outcomes).toMatchObject([
      { value: { ok: true } },
      { reason: { message: expect.stringContaining('INTEGER') } },
      { value: { ok: false, reason: 'taken' } },
      { value: { ok: true } },
      { value: true },
    ])
    expect(await pathsIn(content)).toEqual(['/', '/a', '/a/b'])
    await close()
  })

  it.each([
    ['fails', { creates: [buildCreation('/broken', { node: { modified: 0.5 } })] }],
    ['is rejected', { creates: buildCreations('/none/b') }],
  ])('are written even if the first of them %s', async (_, first) => {
    const { content, close } = openFile()
    await content.commit({ creates: buildCreations('/') })
    const [, second] = await Promise.allSettled([
      content.commit(first),
      content.commit({ creates: buildCreations('/a') }),
    ])
    expect(second).toMatchObject({ value: { ok: true } })
    expect(await pathsIn(content)).toEqual(['/', '/a'])
    await close()
  })

  it('are decided one after the other: the first of two for the same revision succeeds', async () => {
    const { content, close } = openFile()
    await content.commit({ creates: buildCreations('/') })
    const renamed = (title: string) => ({
      updates: [{ node: buildNode('/', { fields: { title } }), entry: buildEntry() }],
    })
    expect(await Promise.all([content.commit(renamed('first')), content.commit(renamed('second'))])).toEqual([
      { ok: true },
      { ok: false, reason: 'changed' },
    ])
    const { lineage } = await content.read(reader => reader.open('/'))
    expect(lineage[0]?.fields.title).toBe('first')
    await close()
  })

  it('are retried one by one if their transaction fails: a full disk rejects only changes without room', async () => {
    const { content, writing, close } = openFile()
    await content.commit({ creates: buildCreations('/') })
    const [{ page_count: pages } = { page_count: 0 }] = writing.prepare('PRAGMA page_count').all([]) as {
      page_count: number
    }[]
    writing.exec(`PRAGMA max_page_count = ${pages + 40}`)
    const large = buildCreation('/large', { node: { fields: { text: 'x'.repeat(1_000_000) } } })
    const outcomes = await Promise.allSettled([
      content.commit({ creates: buildCreations('/a') }),
      content.commit({ creates: [large] }),
      content.commit({ creates: buildCreations('/b') }),
    ])
    expect(outcomes).toMatchObject([
      { value: { ok: true } },
      { reason: { code: 'store-unavailable', cause: { code: 'SQLITE_FULL' } } },
      { value: { ok: true } },
    ])
    expect(await pathsIn(content)).toEqual(['/', '/a', '/b'])
    await close()
  })

  it('are rejected beyond a thousand', async () => {
    const { content, close } = openFile()
    await content.commit({ creates: buildCreations('/') })
    const changes = Array.from({ length: 1001 }, (_, i) => content.commit({ creates: buildCreations(`/p${i}`) }))
    const refused = (await Promise.allSettled(changes)).filter(({ status }) => status === 'rejected')
    expect(refused).toMatchObject([{ reason: { code: 'busy', details: { retryAfter: 1 } } }])
    expect((await pathsIn(content)).length).toBe(1001)
    await close()
  })
})

describe('a slow commit', () => {
  it('delays other writers, while readers see the state before', async () => {
    const { content, hold, close } = openFile()
    await content.commit({ creates: buildCreations('/') })
    const release = hold()
    const answered: string[] = []
    const commits = ['/a', '/b'].map(async path => {
      await content.commit({ creates: buildCreations(path) })
      answered.push(path)
    })
    await delay(20)
    expect([answered, await pathsIn(content)]).toEqual([[], ['/']])
    release()
    await Promise.all(commits)
    expect([answered, await pathsIn(content)]).toEqual([
      ['/a', '/b'],
      ['/', '/a', '/b'],
    ])
    await close()
  })
})
