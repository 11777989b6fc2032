import { postgresStore } from '@plenum/sql-store'
import { type Exchange, exchangeKeepsTheSite, freshDatabases, importKeepsTheExport } from '@plenum/testkit'
import { exportPlone } from './exportPlone.js'
import { importPlone } from './importPlone.js'

const fresh = freshDatabases(afterAll)
const open = async () => postgresStore({ url: await fresh() })

const exchange = (skipsUnknown: boolean): Exchange => ({
  exportTo: (folder, site) => exportPlone(site, folder, 'Plone'),
  importFrom: (folder, site, say) =>
    importPlone(site, { folder, mayMerge: false, skipsUnknown, isDry: false }, { say }),
})

it('a random site on PostgreSQL that goes out and comes in again is as it was (docs/move-in.md, The way out)', async () => {
  await exchangeKeepsTheSite(open, exchange(false), 10)
}, 300_000)

it('a random export of a Plone that comes into PostgreSQL and goes out again is as it was (docs/move-in.md)', async () => {
  await importKeepsTheExport(open, exchange(true), 10)
}, 300_000)
