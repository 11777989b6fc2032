import type { Pool } from 'pg'
import { restAfterSilence } from './restAfterSilence.js'
import { timeLimits } from './timeLimits.js'

export interface PoolOptions {
  /** `postgres://user:password@host:port/database`; what is missing comes from the variables `PG…`, as with `psql`. */
  readonly url: string
  /** The number of connections. */
  readonly size: number
  /** Milliseconds until nobody waits any more for a connection, and for the answer to a statement. */
  readonly limits?: { readonly connection: number; readonly answer: number }
}

/** Connections to a database, opened as they are needed. Loads the driver, which others need not have. */
export async function openPool(options: PoolOptions): Promise<Pool> {
  const open = await poolOpener(options)
  return open()
}

/** Gives a function that opens such a pool, each time another one. */
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
    // A connection that is lost tells whoever uses it; without a listener it would end the process.
    pool.on('error', () => {})
    pool.on('connect', client => void client.on('error', () => {}))
    restAfterSilence(pool)
    return pool
  }
}

/** `bigint` and `numeric`, which are counts, times in milliseconds and numbers of rows here. */
const numbers: readonly number[] = [20, 1700]

/**
 * Just-in-time compilation takes longer than our statements do. Memoize keeps what a join found for a row, which ours never
 * ask for again.
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
