import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { gunzipSync } from 'node:zlib'
import type { FeedItem, Member } from '@plenum/core'
import { openLibsql } from '@plenum/sql-store/libsql'
import { eventually } from '@plenum/testkit'
import { type OpenSite, type OpenSiteOptions, openSite } from './openSite.js'

const ana: Member = { kind: 'member', id: 'ana', fullname: 'Ana', roles: ['Manager'], groups: [] }
const oldSites = path.join(__dirname, '../../server/test/oldSites')

let directory: string
let file: string
const opened: OpenSite[] = []

beforeEach(() => {
  directory = mkdtempSync(path.join(tmpdir(), 'plenum-site-'))
  file = path.join(directory, 'garden.sqlite')
})
afterEach(async () => {
  for (const site of opened.splice(0)) await site.close()
  rmSync(directory, { recursive: true })
})

async function open(options: Partial<OpenSiteOptions> = {}): Promise<OpenSite> {
  const site = await openSite({ database: file, ...options })
  opened.push(site)
  return site
}

function writeOldSite(): void {
  const [name = ''] = readdirSync(oldSites).filter(entry => entry.endsWith('.sqlite.gz'))
  writeFileSync(file, gunzipSync(readFileSync(path.join(oldSites, name))))
}

describe('openSite with a file', () => {
  it('creates the site, and finds the content again after it has been closed', async () => {
    const site = await open({ title: 'Garden Days' })
    await site.as(ana).content.create('/', { '@type': 'Document', title: 'Compost' })
    await site.close()
    expect(existsSync(`${file}-wal`) ? statSync(`${file}-wal`).size : 0).toBe(0)
    const again = (await open({ title: 'Other' })).as(ana)
    expect([(await again.content.get('/')).title, (await again.content.get('/compost')).title]).toEqual([
      'Garden Days',
      'Compost',
    ])
  })

  it('delivers changes to subscribers', async () => {
    const paths: (string | undefined)[] = []
    const committed = async (events: readonly FeedItem[]) =>
      void paths.push(...events.map(({ object }) => object?.path))
    const site = await open({ extensions: { changeSubscribers: [{ name: 'index', committed }] } })
    await site.deliverChanges('index')
    await site.as(ana).content.create('/', { '@type': 'Document', title: 'Compost' })
    await eventually('the subscriber has the path', () => paths.includes('/compost'))
  })

  it('indexes later occurrences of recurring events', async () => {
    const may = { query: ['2038-05-01', '2038-05-31'], range: 'min:max' }
    const inMay = async (site: OpenSite) => (await site.as(ana).search('/', { start: may })).total
    const weekly = { start: '2027-01-01T10:00:00Z', end: '2027-01-01T11:00:00Z', recurrence: 'RRULE:FREQ=WEEKLY' }
    const clock = jest.spyOn(Date, 'now').mockReturnValue(Date.UTC(2027, 0, 1))
    const before = await open()
    await before.as(ana).content.create('/', { '@type': 'Event', title: 'Weeding', ...weekly })
    expect(await inMay(before)).toBe(0)
    await before.close()
    clock.mockReturnValue(Date.UTC(2030, 5, 15))
    const site = await open()
    await eventually('the event is found', async () => (await inMay(site)) === 1)
    clock.mockRestore()
  })

  it('refuses a database of an earlier version, and upgrades it on request', async () => {
    writeOldSite()
    const before = readFileSync(file)
    await expect(open()).rejects.toThrow(/has schema version \d+, but .* then call openSite with `upgrade: true`/)
    expect(readFileSync(file).equals(before)).toBe(true)
    const site = await open({ upgrade: true })
    expect(await site.needsInitializing()).toBe(false)
    expect((await site.as(ana).content.get('/')).items_total).toBeGreaterThan(0)
  })

  it('refuses a database of a later version', async () => {
    await (await open()).close()
    const database = openLibsql(file)
    database.exec('PRAGMA user_version = 9999')
    database.close()
    await expect(open()).rejects.toThrow('Install a newer version of @plenum/site')
  })

  it('refuses files that are not Plenum databases, and leaves them unchanged', async () => {
    writeFileSync(file, 'a letter')
    await expect(open()).rejects.toThrow('is not a Plenum database. Choose another file name.')
    expect(readFileSync(file, 'utf8')).toBe('a letter')
  })

  it('refuses names that cannot be files, and missing directories', async () => {
    await expect(open({ database: ':memory:' })).rejects.toThrow('use createSite with memoryStore()')
    await expect(open({ database: path.join(directory, 'no/site.sqlite') })).rejects.toThrow('create the directory')
  })
})
