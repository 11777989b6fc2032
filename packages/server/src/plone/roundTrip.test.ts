import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createSite, type Site } from '@plenum/core'
import { createNodePlatform } from '@plenum/platform'
import { exportDifferences, ploneHash, plonePage, ploneUid, writePloneExport } from '@plenum/testkit'
import { openDatabase } from '../database.js'
import { exportPlone } from './exportPlone.js'
import { importPlone } from './importPlone.js'

const demo = path.join(import.meta.dirname, '../../../../../shared/data/plone-export-demo')

let place: string

beforeEach(() => {
  place = mkdtempSync(path.join(tmpdir(), 'round-'))
})

afterEach(() => rmSync(place, { recursive: true, force: true }))

async function onNewSite<T>(task: (site: Site) => Promise<T>): Promise<T> {
  const store = openDatabase(path.join(place, 'plenum.sqlite'))
  try {
    const site = createSite(createNodePlatform(store))
    await site.initialize({ title: 'Site', creator: 'admin' })
    return await task(site)
  } finally {
    await store.close()
  }
}

const quiet = { say: () => {} }
const how = { mayMerge: false, skipsUnknown: false, isDry: false }

describe('an export after an import', () => {
  it('contains default pages, and data without a use in Plenum: constrained types, hashes, dead addresses', async () => {
    const [before, after] = [path.join(place, 'before'), path.join(place, 'after')]
    const constrains = { locally_allowed_types: ['Document'], immediately_addable_types: [] }
    const hash = ploneHash('secret-of-ada')
    const member = { username: 'ada', login_name: 'ada', email: 'ada@example.org', password: hash, roles: ['Member'] }
    const group = { title: 'G', description: '', email: '', roles: [], principals: [] }
    const defaultPage = { [ploneUid('/a')]: { default_page: 'b', default_page_uuid: ploneUid('/a/b') } }
    writePloneExport(before, {
      objects: [plonePage('/a', { 'exportimport.constrains': constrains }), plonePage('/a/b')],
      metadata: { default_page: defaultPage },
      principals: {
        members: [{ ...member, groups: ['inner'] }],
        groups: [
          { ...group, groupid: 'inner', groups: ['outer'] },
          { ...group, groupid: 'outer', groups: [] },
        ],
      },
      redirects: { '/Plone/old': '/Plone/a', '/Other/old': '/Other/a' },
    })
    await onNewSite(async site => {
      expect(await importPlone(site, { folder: before, ...how }, quiet)).toBe(true)
      await exportPlone(site, after, 'Plone')
    })
    const read = (name: string) => JSON.parse(readFileSync(path.join(after, name), 'utf8'))
    expect(read('content/__metadata__.json').default_page).toEqual(defaultPage)
    expect(read(`content/${ploneUid('/a')}/data.json`)['exportimport.constrains']).toEqual(constrains)
    expect(read('redirects.json')).toEqual({ '/Plone/old': '/Plone/a', '/Other/old': '/Other/a' })
    const { groups, members } = read('principals.json')
    expect(members).toEqual([expect.objectContaining({ ...member, groups: ['inner'] })])
    expect(groups.slice(-2)).toMatchObject([
      { groupid: 'inner', groups: ['outer'], principals: ['ada'] },
      { groupid: 'outer', groups: [], principals: ['inner'] },
    ])
  })

  const isThere = existsSync(demo)
  if (!isThere) process.stderr.write('The export of a real Plone was skipped: it does not exist.\n')
  const itHas = isThere ? it : it.skip

  itHas('equals the original: a real Plone export (docs/how-to/move-in.md, Export to Plone)', async () => {
    const folder = path.join(place, 'again')
    await onNewSite(async site => {
      expect(await importPlone(site, { folder: demo, ...how }, quiet)).toBe(true)
      await exportPlone(site, folder, 'Demo')
    })
    expect(exportDifferences(demo, folder)).toEqual([])
    const file = path.join(folder, 'content/6b6c3388dfc347aaaba4f24d0160d3e2/data.json')
    writeFileSync(file, readFileSync(file, 'utf8').replace('About our event!', 'About us'))
    expect(exportDifferences(demo, folder)).toEqual([
      expect.stringContaining('description: "About our event!" | "About us"'),
    ])
  })
})
