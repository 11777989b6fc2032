import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createApp, createServer } from '@plenum/express-adapter'
import type { SqliteStore } from '@plenum/sql-store'
import { basicAuthorization, createTestSite, password, type TestSite } from '@plenum/testkit'
import { openDatabase } from './database.js'

let directory: string
let store: SqliteStore
let site: TestSite

beforeEach(async () => {
  directory = mkdtempSync(path.join(tmpdir(), 'plenum-moves-'))
  // Checkpoints are disabled, so that only the tested code changes the files.
  const checkpoint = { run: async () => {}, close: async () => {} }
  store = openDatabase(path.join(directory, 'site.sqlite'), { checkpoint })
  site = await createTestSite({ store: store.content, users: store.users })
})

afterEach(async () => {
  await store.close()
  rmSync(directory, { recursive: true, force: true })
})

function bytesOfDatabase(): string {
  const hash = createHash('sha256')
  for (const ending of ['', '-wal']) {
    const file = path.join(directory, `site.sqlite${ending}`)
    if (existsSync(file)) hash.update(readFileSync(file))
  }
  return hash.digest('hex')
}

const page = (id: string) => ({ '@type': 'Document', id, title: id })
const add = (container: string, id: string) => site.run('addContent', container, { as: 'max', input: page(id) })
const move = (at: string, transition: string, as: 'max' | 'edi' | 'rea', body = {}) =>
  site.run('transitionContent', at, { as, input: { transition, body } })

async function tree(): Promise<void> {
  await add('/', 'tree')
  for (let i = 0; i < 20; i++) {
    await add('/tree', `branch-${i}`)
    for (let j = 0; j < 24; j++) await add(`/tree/branch-${i}`, `leaf-${j}`)
  }
  const { node, lineage } = await site.platform.store.read(async reader => {
    const opened = await reader.open('/tree/branch-19/leaf-23')
    return { node: opened.lineage.at(-1), lineage: opened.lineage }
  })
  if (!node) throw new Error(`no leaf below ${lineage.length} containers`)
  const guarded = { ...node.permissions, 'Request review': { roles: ['Manager'], acquired: false } }
  const entry = { holders: ['Manager'], indexes: {}, titleWords: [], descriptionWords: [], words: [], columns: {} }
  await site.platform.store.commit({ updates: [{ node: { ...node, permissions: guarded }, entry }] })
}

describe('a refused POST leaves the database byte for byte as it was', () => {
  it('for an unknown or forbidden transition, or an invalid date', async () => {
    await add('/', 'page')
    const before = bytesOfDatabase()
    await expect(move('/page', 'nope', 'max', { effective: '2027-05-01' })).rejects.toThrow()
    await expect(move('/page', 'publish', 'rea', { comment: 'mine' })).rejects.toThrow()
    await expect(move('/page', 'publish', 'max', { effective: 'soon' })).rejects.toThrow()
    expect(bytesOfDatabase()).toBe(before)
  })

  it('with include_children over a tree of 500 whose last object is not permitted', async () => {
    await tree()
    const before = bytesOfDatabase()
    const refused = move('/tree', 'submit', 'edi', { include_children: true, effective: '2027-05-01', comment: 'all' })
    await expect(refused).rejects.toThrow('/tree/branch-19/leaf-23')
    expect(bytesOfDatabase()).toBe(before)
    await move('/tree', 'submit', 'max', { include_children: true })
    expect(bytesOfDatabase()).not.toBe(before)
  })
})

describe('50 simultaneous transitions of the same object over HTTP', () => {
  it('lose and duplicate no record: one succeeds, the others are refused', async () => {
    await add('/', 'page')
    const server = createServer(createApp(site.site)).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const address = server.address()
    const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}/page/@workflow`
    const headers = basicAuthorization('max', password)
    try {
      const post = async (transition: string) =>
        (await fetch(`${url}/${transition}`, { method: 'POST', headers })).status
      const statuses = await Promise.all(Array.from({ length: 50 }, (_, i) => post(i % 2 ? 'publish' : 'submit')))
      expect(statuses.every(status => status === 200 || status === 400)).toBe(true)
      const { history } = (await (await fetch(url, { headers })).json()) as {
        history: { review_state: string; action: string }[]
      }
      const actions = history.map(({ action }) => action)
      expect([
        [null, 'publish'],
        [null, 'submit', 'publish'],
      ]).toContainEqual(actions)
      expect(history.at(-1)?.review_state).toBe('published')
    } finally {
      server.close()
      server.closeAllConnections()
    }
  })
})
