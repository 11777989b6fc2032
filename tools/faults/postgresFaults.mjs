import { setTimeout as delay } from 'node:timers/promises'
import { startPostgres } from '@plenum/testkit'
import { killAll, killWorker } from './killing.mjs'
import { startProxy } from './proxy.mjs'
import { repeatedly } from './repeatedly.mjs'

/** Synchronous commits are flushed, as in production: what was acknowledged has to outlive the server. */
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
      return { DATABASE_URL: url.href, WORKERS: '2' }
    },
    happen: run => happen({ ...run, postgres, proxy }),
    end: async () => {
      await proxy?.close()
      await postgres?.close()
    },
  }
}

/** The faults of a service with two workers on PostgreSQL. */
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
