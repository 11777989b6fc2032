import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createSite, type Site } from '@plenum/core'
import { exportDifferences } from '@plenum/testkit'
import { createWorld } from '@plenum/world'
import { openDatabase } from '../database.js'
import { exportPlone } from './exportPlone.js'
import { importPlone } from './importPlone.js'

const demo = path.join(import.meta.dirname, '../../../../../shared/data/plone-export-demo')

let place: string

beforeEach(() => {
  place = mkdtempSync(path.join(tmpdir(), 'round-'))
})

afterEach(() => rmSync(place, { recursive: true, force: true }))

async function onNewSite<T>(work: (site: Site) => Promise<T>): Promise<T> {
  const store = openDatabase(path.join(place, 'plenum.sqlite'))
  try {
    const site = createSite(createWorld(store))
    await site.initialize({ title: 'Site', creator: 'admin' })
    return await work(site)
  } finally {
    await store.close()
  }
}

const quiet = { say: () => {} }
const how = { mayMerge: false, skipsUnknown: false, isDry: false }

describe('an export that came in and goes out again', () => {
  const isThere = existsSync(demo)
  if (!isThere) process.stderr.write('The export of a real Plone was left out: it is not there.\n')
  const itHas = isThere ? it : it.skip

  itHas('is what it was: that of a real Plone (docs/move-in.md, The way out)', async () => {
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
