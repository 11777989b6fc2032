import {
  ballotBoxSuite,
  contentStoreSuite,
  copiesPreserveTheSite,
  freshDatabases,
  runsOf,
  userDirectorySuite,
  webhookStoreSuite,
  wholeStoreSuite,
} from '@plenum/testkit'
import pg from 'pg'
import { postgresStore } from './store.js'

const fresh = freshDatabases(afterAll)

/** The databases that are not in use. Emptying a database takes a tenth of the time for creating one. */
const left: string[] = []

async function empty(url: string): Promise<string> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(
    'TRUNCATE access, kind, kind_count, file_piece, erasable_file, "user", people_group, former_user, event, webhook, lease, subscription RESTART IDENTITY CASCADE; UPDATE store SET position = 0',
  )
  await client.end()
  return url
}

async function open() {
  const known = left.pop()
  const url = known === undefined ? await fresh() : await empty(known)
  const store = await postgresStore({ url, readers: 2 })
  const close = async () => {
    await store.close()
    left.push(url)
  }
  return {
    users: store.users,
    webhooks: store.webhooks,
    whole: store.whole,
    content: { ...store.content, close },
    close,
  }
}

contentStoreSuite({ describe, it }, 'content in PostgreSQL', async () => (await open()).content, 50)
ballotBoxSuite({ describe, it }, 'votes in PostgreSQL', async () => (await open()).content, 20)

userDirectorySuite({ describe, it }, 'users in PostgreSQL', async () => {
  const { users, close } = await open()
  return { subject: users, close }
})

webhookStoreSuite({ describe, it }, 'webhooks in PostgreSQL', open)

wholeStoreSuite({ describe, it }, 'all that is kept in PostgreSQL', open)

it('random sites in PostgreSQL survive a copy unchanged', () => copiesPreserveTheSite(open, runsOf(50)), 120_000)
