import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Site } from '@plenum/core'
import type { PostgresStore } from '@plenum/sql-store'
import { freshDatabases, textOfPart } from '@plenum/testkit'
import { readConfig } from '../config.js'
import { openServerDatabase } from '../postgresDatabase.js'
import { readCopyFile } from './copyFiles.js'
import { backupSite, copySite, restoreSite } from './copySite.js'
import { readCopy } from './readCopy.js'
import { makeSiteAt, withSiteAt } from './siteLocations.js'

const fresh = freshDatabases(afterAll)
const folder = mkdtempSync(path.join(tmpdir(), 'plenum-to-server-'))
afterAll(() => rmSync(folder, { recursive: true }))

const fixture = path.join(__dirname, 'fixtures/version1.plenum')
const config = readConfig({})
const at = (name: string): string => path.join(folder, name)

const partsOf = (place: string): Promise<readonly string[]> =>
  withSiteAt(place, config, (site: Site) =>
    site.backup(async ({ parts }) => {
      const texts: string[] = []
      for await (const part of parts) texts.push(textOfPart(part))
      return texts.sort()
    }),
  )

describe('a site on a PostgreSQL server', () => {
  it('is copied from a folder and back without a change', async () => {
    const url = await fresh()
    await restoreSite(fixture, at('before'), config)
    await copySite(at('before'), url, config)
    await copySite(url, at('after.sqlite'), config)
    const before = await partsOf(at('before'))
    expect(before.length).toBe(30)
    expect(await partsOf(url)).toEqual(before)
    expect(await partsOf(at('after.sqlite'))).toEqual(before)
  })

  it('is copied to a directory and a file that only the current user can read', async () => {
    await restoreSite(fixture, at('private'), config)
    const modes = [at('private'), at('private/plenum.sqlite')].map(place => statSync(place).mode & 0o777)
    expect(modes).toEqual([0o700, 0o600])
  })

  it('is copied from a file and to a file', async () => {
    const url = await fresh()
    await restoreSite(fixture, url, config)
    await withSiteAt(url, config, site => backupSite(site, at('server.plenum')))
    await restoreSite(at('server.plenum'), at('from-server'), config)
    expect(await partsOf(at('from-server'))).toEqual(await partsOf(url))
  })

  it('is not overwritten, and does not exist before the copy', async () => {
    const url = await fresh()
    await expect(copySite(url, at('nothing'), config)).rejects.toThrow('does not contain a site.')
    await restoreSite(fixture, url, config)
    const place = new URL(url).pathname
    await expect(restoreSite(fixture, url, config)).rejects.toThrow(
      `${place} already contains a site. Specify an empty database, or restore to the directory in DATA_DIR`,
    )
    const gone = new URL(url)
    gone.port = '1'
    await expect(copySite(gone.href, at('nothing'), config)).rejects.toThrow('cannot be used (ECONNREFUSED)')
  })

  it('is not created by a server that starts in the meantime', async () => {
    const url = await fresh()
    const created: string[] = []
    let starting: Promise<PostgresStore> | undefined
    await makeSiteAt(url, config, site =>
      readCopyFile(
        fixture,
        async pieces => {
          const { parts } = await readCopy(pieces)
          async function* slowly() {
            for await (const part of parts) {
              // The program is started at this point, when the restored site is not visible yet.
              starting ??= openServerDatabase({
                url,
                dataDir: at('none'),
                fill: async () => void created.push('a site'),
              })
              await new Promise(resolve => setTimeout(resolve, 20))
              yield part
            }
          }
          await site.restore(slowly())
        },
        new AbortController().signal,
      ),
    )
    await (await starting)?.close()
    expect(created).toEqual([])
    expect((await partsOf(url)).length).toBe(30)
  })
})
