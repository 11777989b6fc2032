import type { Pool, PoolClient } from 'pg'

/** Milliseconds during which a silent server receives no requests. */
const coolDown = 1000

/** Messages of the driver for a server that has not answered in time. */
const silence = /^(?:Query read timeout|timeout exceeded|Connection terminated due to connection timeout)/

type Release = (error?: Error | boolean) => void
type Done = (error: Error | undefined, client: PoolClient | undefined, release: Release) => void
type Connect = (done: Done) => void

/**
 * Makes a pool reject connections for a second after a server timeout. A request sends several queries: it would wait
 * for each of them, and be answered much later than within the five seconds of docs/http-answers.md, Faults of the
 * database.
 */
export function failFastAfterTimeout(pool: Pool): void {
  let retryAt = 0
  const notice = (error: unknown): void => {
    if (error instanceof Error && silence.test(error.message)) retryAt = performance.now() + coolDown
  }
  const connect = pool.connect.bind(pool) as Connect
  const guardedConnect: Connect = done => {
    if (performance.now() < retryAt)
      return done(new Error('timeout expired: the server did not respond a moment ago'), undefined, () => {})
    connect((error, client, release) => {
      notice(error)
      done(error, client, release)
    })
  }
  const connectAsync = () =>
    new Promise<PoolClient>((resolve, reject) => {
      guardedConnect((error, client) => (client ? resolve(client) : reject(error)))
    })
  pool.connect = ((done?: Done) => (done ? guardedConnect(done) : connectAsync())) as Pool['connect']
  pool.on('release', notice)
}
