import type { Pool, PoolClient } from 'pg'

/** Matches the error messages of the driver and its pool if the server has not responded in time. */
const silence =
  /^(?:Query read timeout|timeout exceeded|timeout expired$|Connection terminated due to connection timeout)/

/** The pause between two attempts to reach an unresponsive server, in milliseconds. */
const pause = 200

type Release = (error?: Error | boolean) => void
type Done = (error: Error | undefined, client: PoolClient | undefined, release: Release) => void
type Connect = (done: Done) => void

const unresponsive = (): Error => new Error('timeout expired: the server did not respond a moment ago')

/**
 * After a server timeout, makes a pool reject all callers immediately, including those that are already waiting for a
 * connection. This ends when `reach` resolves or rejects with an error other than a timeout. A request sends several
 * queries, and waiting for each timeout would exceed the limit of five seconds (docs/operate.md).
 */
export function failFastWhileSilent(pool: Pool, reach: () => Promise<void>): void {
  let isSilent = false
  const waiting = new Set<() => void>()
  const tryToReach = (): void =>
    void reach().then(resume, error => {
      if (!isSilence(error) || pool.ending) resume()
      else setTimeout(tryToReach, pause).unref()
    })
  const resume = (): void => {
    isSilent = false
  }
  const notice = (error: unknown): boolean => {
    if (!isSilence(error)) return false
    if (!isSilent) tryToReach()
    isSilent = true
    return true
  }
  const connect = pool.connect.bind(pool) as Connect
  const guardedConnect: Connect = done => {
    if (isSilent) return done(unresponsive(), undefined, () => {})
    const reject = (): void => {
      waiting.delete(reject)
      done(unresponsive(), undefined, () => {})
    }
    waiting.add(reject)
    connect((error, client, release) => {
      const isWaiting = waiting.delete(reject)
      notice(error)
      if (isWaiting) done(error, client, release)
      else if (client) release()
    })
  }
  const connectAsync = () =>
    new Promise<PoolClient>((resolve, reject) => {
      guardedConnect((error, client) => (client ? resolve(client) : reject(error)))
    })
  pool.connect = ((done?: Done) => (done ? guardedConnect(done) : connectAsync())) as Pool['connect']
  pool.on('release', error => {
    // A caller that only waited too long for a busy pool does not end the waiting of others.
    if (notice(error)) for (const reject of waiting) reject()
  })
}

const isSilence = (error: unknown): boolean => error instanceof Error && silence.test(error.message)
