import {
  ballotBoxSuite,
  contentStoreSuite,
  copiesPreserveTheSite,
  mailStoreSuite,
  pendingUploadSuite,
  reusedDatabases,
  runsOf,
  userDirectorySuite,
  webhookStoreSuite,
  wholeStoreSuite,
} from '@plenum/testkit'
import { postgresStore } from './store.js'

const databases = reusedDatabases(afterAll, async url => (await postgresStore({ url })).close())

async function open() {
  const url = await databases.take()
  const store = await postgresStore({ url, readers: 2 })
  const close = async () => {
    await store.close()
    databases.release(url)
  }
  return {
    users: store.users,
    webhooks: store.webhooks,
    mails: store.mails,
    pendingUploads: store.pendingUploads,
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

mailStoreSuite({ describe, it }, 'emails in PostgreSQL', open)

pendingUploadSuite({ describe, it }, 'pending uploads in PostgreSQL', open)

webhookStoreSuite({ describe, it }, 'webhooks in PostgreSQL', open)

wholeStoreSuite({ describe, it }, 'all that is kept in PostgreSQL', open)

it('random sites in PostgreSQL survive a copy unchanged', () => copiesPreserveTheSite(open, runsOf(50)), 120_000)
