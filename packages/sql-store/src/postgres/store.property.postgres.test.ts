import { type ComparedStore, freshDatabases, runsOf, storeAnswersAsMemory, storeChangesAsMemory } from '@plenum/testkit'
import pg from 'pg'
import { postgresStore } from './store.js'

const fresh = freshDatabases(afterAll, async url => (await postgresStore({ url })).close())

async function open(): Promise<ComparedStore> {
  const url = await fresh()
  const { content: store } = await postgresStore({ url, readers: 2 })
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const rows = async (query: string) => (await client.query(query)).rows
  const close = async () => {
    await client.end()
    await store.close()
  }
  return {
    store,
    counts: async () => [
      await rows('SELECT kind_id, access_id, objects FROM kind_count ORDER BY 1, 2'),
      await rows('SELECT kind_id, access_id, count(*)::integer AS objects FROM node GROUP BY 1, 2 ORDER BY 1, 2'),
    ],
    close,
  }
}

describe('content in PostgreSQL and in memory', () => {
  it('answer every query alike, in the same order', () => storeAnswersAsMemory(open, runsOf(150)), 900_000)

  it(
    'accept and reject the same changes, and stay equal after each',
    () => storeChangesAsMemory(open, runsOf(150)),
    900_000,
  )
})
