import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createSite } from '@plenum/core'
import { createNodePlatform } from '@plenum/platform'
import type { PostgresStore } from '@plenum/sql-store'
import { freshDatabases } from '@plenum/testkit'
import pg from 'pg'
import { openServerDatabase } from './postgresDatabase.js'

const fresh = freshDatabases(afterAll)
const folder = mkdtempSync(path.join(tmpdir(), 'plenum-server-'))
const dataDir = path.join(folder, 'none')
const opened: PostgresStore[] = []

afterEach(async () => {
  for (const store of opened.splice(0)) await store.close()
})
afterAll(() => rmSync(folder, { recursive: true }))

async function fillSite(store: PostgresStore): Promise<void> {
  const site = createSite(createNodePlatform(store, { passwordCost: 10 }))
  await site.initialize({ title: 'Site', creator: 'admin' })
  await site.createUser({
    username: 'admin',
    email: 'a@example.org',
    password: 'Secret-password-1',
    roles: ['Manager'],
  })
}

async function open(url: string, options: Partial<Parameters<typeof openServerDatabase>[0]> = {}) {
  const store = await openServerDatabase({ url, dataDir, fill: fillSite, readers: 2, ...options })
  opened.push(store)
  return store
}

const uidOfRoot = async ({ content }: PostgresStore) =>
  (await content.read(reader => reader.open('/'))).lineage.map(({ uid }) => uid)

describe('the database of DATABASE_URL', () => {
  it('gets one site and one administrator from simultaneous servers', async () => {
    const url = await fresh()
    let fills = 0
    const fill = (store: PostgresStore) => {
      fills += 1
      return fillSite(store)
    }
    const stores = await Promise.all([1, 2, 3].map(() => open(url, { fill })))
    expect(fills).toBe(1)
    const roots = await Promise.all(stores.map(uidOfRoot))
    expect(new Set(roots.flat()).size).toBe(1)
    expect((await stores[0]?.users.users({ limit: 9 }))?.map(({ id }) => id)).toEqual(['admin'])
  })

  it('is empty again after a start that fails, and is filled again after one that is killed', async () => {
    const url = await fresh()
    const fails = async (store: PostgresStore) => {
      await fillSite(store)
      throw new Error('no demonstration')
    }
    await expect(open(url, { fill: fails })).rejects.toThrow('no demonstration')
    const store = await open(url)
    const [before] = await uidOfRoot(store)
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    await client.query('UPDATE store SET is_filling = true')
    await client.end()
    const [after] = await uidOfRoot(await open(url))
    expect(after).toBeDefined()
    expect(after).not.toBe(before)
  })

  it('is refused if it is empty and the data directory contains a site, with the command to move it', async () => {
    const url = await fresh()
    const held = path.join(folder, 'held')
    mkdirSync(held)
    writeFileSync(path.join(held, 'plenum.sqlite'), '')
    const refused = open(url, { dataDir: held })
    await expect(refused).rejects.toThrow(`plenum copy --from '${held}' --to "$DATABASE_URL"`)
    await expect(refused).rejects.not.toThrow(new URL(url).password)
    expect(await uidOfRoot(await open(url))).toHaveLength(1)
    expect(await uidOfRoot(await open(url, { dataDir: held }))).toHaveLength(1)
    expect(existsSync(dataDir)).toBe(false)
  })

  it('is refused if it is empty and a site is required', async () => {
    await expect(open(await fresh(), { fill: null })).rejects.toThrow(
      'DATABASE_URL: the database does not contain a site.',
    )
  })

  it('that is unusable is reported with a remedy, and never with its password', async () => {
    const url = new URL(await fresh())
    url.password = 'guessed'
    await expect(open(url.href)).rejects.toThrow(
      /^DATABASE_URL: \S+\/\w+ cannot be used \(28P01\): wrong user or password\.$/,
    )
    const none = new URL(await fresh())
    none.pathname = 'none'
    await expect(open(none.href)).rejects.toThrow('(3D000): the database does not exist')
    await expect(open('postgres://who:guessed@127.0.0.1:1/none')).rejects.toThrow(
      'DATABASE_URL: 127.0.0.1:1/none cannot be used (ECONNREFUSED): no server is listening there',
    )
  })
})
