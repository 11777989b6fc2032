import { freshDatabases, schemaFenceSuite } from '@plenum/testkit'
import pg from 'pg'
import { postgresStore } from '../store.js'

const fresh = freshDatabases(afterAll)

schemaFenceSuite({ describe, it }, 'the fence of PostgreSQL (docs/how-to/upgrade.md)', async () => {
  const url = await fresh()
  const store = await postgresStore({ url, readers: 2 })
  const moveVersion = async (by: number) => {
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    await client.query('UPDATE schema_version SET version = version + $1', [by])
    await client.end()
  }
  return { subject: { ...store, moveVersion }, close: store.close }
})
