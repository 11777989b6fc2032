import { setTimeout as delay } from 'node:timers/promises'
import { replicating, startPostgres, startStandby } from '@plenum/testkit'
import pg from 'pg'
import { killAll, killWorker } from './killing.mjs'
import { startProxy } from './proxy.mjs'
import { repeatedly } from './repeatedly.mjs'

/** Commits are flushed to disk, as in production, because acknowledged writes must survive a server failure. */
const durable = { fsync: 'on' }

const postgresFault = (name, happen) => {
  let postgres
  let proxy
  return {
    name,
    settings: async () => {
      postgres = await startPostgres(durable)
      proxy = await startProxy(postgres.port)
      const url = new URL(postgres.url)
      url.port = String(proxy.port)
      // With the default value, writes wait at most until the database times out, and the requests behind them are
      // rejected then. After a shorter wait, the next request would begin its own wait for the database.
      return { DATABASE_URL: url.href, WORKERS: '2', WRITE_WAIT: '10' }
    },
    happen: run => happen({ ...run, postgres, proxy }),
    end: async () => {
      await proxy?.close()
      await postgres?.close()
    },
  }
}

/** Creates a fault in a replica of the service's database. Clients must not notice this fault. */
const replicaFault = (name, happen) => {
  let postgres
  let replica
  let proxy
  return {
    name,
    answersAsEver: true,
    settings: async () => {
      postgres = await startPostgres({ ...durable, ...replicating })
      replica = await startStandby(postgres)
      proxy = await startProxy(replica.port)
      const url = new URL(replica.url)
      url.port = String(proxy.port)
      return { DATABASE_URL: postgres.url, DATABASE_READ_URL: url.href, WORKERS: '2' }
    },
    happen: () => happen({ replica, proxy }),
    end: async () => {
      await proxy?.close()
      await replica?.close()
      await postgres?.close()
    },
  }
}

/** Delays the replication of each change by `time` milliseconds. */
async function setBack({ url }, time) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(`ALTER SYSTEM SET recovery_min_apply_delay = '${time}'`)
  await client.query('SELECT pg_reload_conf()')
  await client.end()
}

export const postgresFaults = [
  postgresFault('postgres-none', () => delay(1000)),
  postgresFault('postgres-all-killed', run => repeatedly(3, 3000, () => killAll(run))),
  postgresFault('postgres-worker-killed', run => repeatedly(3, 4000, () => killWorker(run))),
  postgresFault('postgres-killed', ({ postgres }) =>
    repeatedly(3, 3000, async () => {
      await postgres.kill()
      await delay(1000)
      await postgres.restart()
    }),
  ),
  postgresFault('postgres-restarted', ({ postgres }) => repeatedly(3, 2000, () => postgres.restart())),
  postgresFault('postgres-silent', ({ proxy }) => proxy.stall(8000)),
  postgresFault('connections-cut', ({ proxy }) => repeatedly(20, 200, () => proxy.cut())),
  postgresFault('answers-lost', ({ proxy }) => repeatedly(20, 300, () => proxy.loseAnswers())),
]

export const replicaFaults = [
  replicaFault('replica-behind', async ({ replica }) => {
    await setBack(replica, '5s')
    await delay(6000)
    await setBack(replica, '0')
    await delay(1500)
  }),
  replicaFault('replica-killed', ({ replica }) =>
    repeatedly(3, 2000, async () => {
      await replica.kill()
      await delay(500)
      await replica.restart()
    }),
  ),
  replicaFault('replica-silent', ({ proxy }) => proxy.stall(4000)),
  replicaFault('replica-cut', ({ proxy }) => repeatedly(20, 200, () => proxy.cut())),
]
