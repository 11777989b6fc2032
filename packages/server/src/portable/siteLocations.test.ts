import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { asOwner } from '@plenum/core'
import { readConfig } from '../config.js'
import { restoreSite } from './copySite.js'
import { withSiteAt } from './siteLocations.js'

const folder = mkdtempSync(path.join(tmpdir(), 'plenum-locations-'))
const config = readConfig({})
const dataDir = path.join(folder, 'var')
const file = path.join(dataDir, 'plenum.sqlite')

beforeAll(() => restoreSite(path.join(__dirname, 'fixtures/version1.plenum'), dataDir, config))

afterAll(() => rmSync(folder, { recursive: true }))

const usersAt = (location: string) =>
  withSiteAt(location, config, async site => (await asOwner(site, 'listUsers', { limit: 100 })).items.length)

describe('the location of a site', () => {
  it.each([
    ['a data directory', () => dataDir],
    ['a database file', () => file],
    [
      'a database file with another name',
      () => {
        const renamed = path.join(folder, 'monday.backup')
        copyFileSync(file, renamed)
        return renamed
      },
    ],
  ])('may be %s', async (_, locate) => {
    expect(await usersAt(locate())).toBe(6)
  })

  it.each(['none', 'none.sqlite'])('is refused if no site is there: %s', async name => {
    await expect(usersAt(path.join(folder, name))).rejects.toThrow(name)
  })
})
