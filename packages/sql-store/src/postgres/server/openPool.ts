import type { Pool } from 'pg'
import { failFastAfterTimeout } from './failFastAfterTimeout.js'
import { timeLimits } from './timeLimits.js'

export interface PoolOptions {
  /** `postgres://user:password@host:port/database`; missing parts come from the variables `PG…`, as with `psql`. */
  readonly url: string
  /** The number of connections. */
  readonly size: number
  /** Milliseconds to wait for a connection, and for the answer to a statement. */
  readonly limits?: { readonly connection: number; readonly answer: number }
}

/** Connections to a database, opened on demand. Loads the driver, which other databases do not need. */
export async function openPool(options: PoolOptions): Promise<Pool> {
  const open = await poolOpener(options)
  return open()
}

/** Returns a function that opens a new pool on each call. */
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
    // A lost connection reports its error to its user; without a listener it would end the process.
    pool.on('error', () => {})
    pool.on('connect', client => void client.on('error', () => {}))
    failFastAfterTimeout(pool)
    return pool
  }
}

/** `bigint` and `numeric`: counts, times in milliseconds and row numbers, all safe integers. */
const numbers: readonly number[] = [20, 1700]

/**
 * Just-in-time compilation takes longer than our statements. Memoize caches the matches of a join for each row, but our
 * joins never look them up again.
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
