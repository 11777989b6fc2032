import { createApp } from '@plenum/express-adapter'
import { createTestSite, peopleStores, type RoundTripService, roundTripSuite } from '@plenum/testkit'
import { assemble } from '../../../core/src/site/admin/assemble.js'
import { openDatabase } from '../database.js'

describe.each(peopleStores(file => openDatabase(file), afterAll))(
  'resources that are sent back as they were read, stored in %s (docs/http.md, Sending back)',
  (_name, open) => {
    roundTripSuite({ describe, it }, async (): Promise<RoundTripService> => {
      const stores = open()
      const { site, platform } = await createTestSite(stores)
      const types = [...assemble(platform, {}).registry.types.values()]
      return { app: createApp(site, { publicUrl: 'http://site.example' }), store: stores.store, types }
    })
  },
)
