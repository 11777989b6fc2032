import { postgresStore } from '@plenum/sql-store'
import { type Exchange, exchangePreservesTheSite, freshDatabases, importPreservesTheExport } from '@plenum/testkit'
import { exportPlone } from './exportPlone.js'
import { importPlone } from './importPlone.js'

const fresh = freshDatabases(afterAll)
const open = async () => postgresStore({ url: await fresh() })

const exchange = (skipsUnknown: boolean): Exchange => ({
  exportTo: (folder, site) => exportPlone(site, folder, 'Plone'),
  importFrom: (folder, site, say) =>
    importPlone(site, { folder, mayMerge: false, skipsUnknown, isDry: false }, { say }),
})

it('a random site on PostgreSQL survives an export and import (docs/how-to/move-in.md, Export to Plone)', async () => {
  await exchangePreservesTheSite(open, exchange(false), 10)
}, 300_000)

it('a random Plone export survives an import into PostgreSQL and an export (docs/how-to/move-in.md)', async () => {
  await importPreservesTheExport(open, exchange(true), 10)
}, 300_000)
