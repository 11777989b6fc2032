import type { Pool, PoolClient } from 'pg'
import { timeLimits } from './timeLimits.js'

export interface PoolOptions {
  /**
   * The URL `postgres://user:password@host:port/database`. Missing parts are read from the `PG…` environment
   * variables, as in `psql`.
   */
  readonly url: string
  readonly size: number
  /** The maximum times to wait for a connection and for the response to a statement, in milliseconds. */
  readonly limits?: { readonly connection: number; readonly answer: number }
}

/**
 * Opens a pool whose connections are opened on demand. The driver is imported lazily, because installations with a
 * different database do not need it.
 */
export async function openPool(options: PoolOptions): Promise<Pool> {
  const open = await poolOpener(options)
  return open()
}

export async function poolOpener({ url, size, limits = timeLimits }: PoolOptions): Promise<() => Pool> {
  const { default: pg } = await import('pg')
  const getTypeParser = ((type: number, format: 'text') =>
    numbers.includes(type) ? Number : pg.types.getTypeParser(type, format)) as typeof pg.types.getTypeParser
  return () => {
    const pool = new pg.Pool({
      connectionString: url,
      max: size,
      types: { getTypeParser },
      connectionTimeoutMillis: limits.connection,
      query_timeout: limits.answer,
      keepAlive: true,
      keepAliveInitialDelayMillis: 10_000,
      application_name: 'plenum',
      options: settings,
    })
    // Without a listener, the error event of a lost connection would end the process. The error can be ignored here,
    // because the pending query also rejects with this error.
    pool.on('error', () => {})
    pool.on('connect', client => void client.on('error', () => {}))
    failFastAfterTimeout(pool)
    return pool
  }
}

/**
 * The type ids of `bigint` and `numeric`, whose values are parsed as numbers. All of these values are counts, times
 * in milliseconds or row numbers, which are safe integers.
 */
const numbers: readonly number[] = [20, 1700]

/**
 * The settings of each connection. Just-in-time compilation is disabled, because compiling takes longer than executing
 * the statements of the store. The Memoize plan nodes of PostgreSQL are disabled, because the joins of these statements
 * never look up the same row twice.
 */
const settings = [
  `statement_timeout=${timeLimits.statement}`,
  `lock_timeout=${timeLimits.lock}`,
  `idle_in_transaction_session_timeout=${timeLimits.idleTransaction}`,
  'jit=off',
  'enable_memoize=off',
]
  .map(setting => `-c ${setting}`)
  .join(' ')

/** The time for which no queries are sent to an unresponsive server, in milliseconds. */
const coolDown = 1000

/** Matches the error messages of the driver and its pool if the server has not responded in time. */
const silence =
  /^(?:Query read timeout|timeout exceeded|timeout expired$|Connection terminated due to connection timeout)/

type Release = (error?: Error | boolean) => void
type Done = (error: Error | undefined, client: PoolClient | undefined, release: Release) => void
type Connect = (done: Done) => void

const unresponsive = (): Error => new Error('timeout expired: the server did not respond a moment ago')

/**
 * Makes a pool reject connections for one second after a server timeout, including connections for which callers are
 * already waiting. A request sends several queries, and waiting for each timeout would exceed the limit of five seconds
 * (docs/http-answers.md, Faults of the database).
 */
function failFastAfterTimeout(pool: Pool): void {
  let retryAt = 0
  const waiting = new Set<() => void>()
  const notice = (error: unknown): boolean => {
    const isSilent = error instanceof Error && silence.test(error.message)
    if (isSilent) retryAt = performance.now() + coolDown
    return isSilent
  }
  const connect = pool.connect.bind(pool) as Connect
  const guardedConnect: Connect = done => {
    if (performance.now() < retryAt) return done(unresponsive(), undefined, () => {})
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
