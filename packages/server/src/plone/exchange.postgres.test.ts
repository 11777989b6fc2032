import { postgresStore } from '@plenum/sql-store'
import { exchangeKeepsTheSite, freshDatabases } from '@plenum/testkit'
import { exportPlone } from './exportPlone.js'
import { importPlone } from './importPlone.js'

const fresh = freshDatabases(afterAll)

it('a random site on PostgreSQL that goes out and comes in again is as it was (docs/move-in.md, The way out)', async () => {
  const open = async () => postgresStore({ url: await fresh() })
  await exchangeKeepsTheSite(
    open,
    {
      exportTo: (folder, site) => exportPlone(site, folder, 'Plone'),
      importFrom: (folder, site, say) =>
        importPlone(site, { folder, mayMerge: false, skipsUnknown: false, isDry: false }, { say }),
    },
    10,
  )
}, 300_000)
