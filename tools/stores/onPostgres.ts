import { postgresStore } from '@plenum/sql-store'
import { reusedDatabases, runOn } from '@plenum/testkit'

// This file is loaded before each test file that runs on PostgreSQL. Each store in the test file opens a separate
// database.

type Close = () => Promise<void>

/**
 * The time limit, in milliseconds, for removing the databases of a test file. Removing one database takes up to half a
 * second on a busy machine.
 */
const closeTimeout = 120_000

let isInTest = false
const ofTest: Close[] = []
const ofFile: Close[] = []

const closeAll = async (closes: Close[]) => void (await Promise.all(closes.splice(0).map(close => close())))

beforeEach(() => {
  isInTest = true
})

afterEach(async () => {
  isInTest = false
  await closeAll(ofTest)
})

const databases = reusedDatabases(
  remove =>
    afterAll(async () => {
      await closeAll(ofFile)
      await remove()
    }, closeTimeout),
  async url => (await postgresStore({ url })).close(),
)

runOn({
  name: 'PostgreSQL',
  open: async () => {
    const url = await databases.take()
    const { content, users, webhooks, mails, pendingUploads, close } = await postgresStore({ url, readers: 2 })
    const opened = isInTest ? ofTest : ofFile
    opened.push(async () => {
      await close()
      databases.release(url)
    })
    return { content, users, webhooks, mails, pendingUploads }
  },
})
