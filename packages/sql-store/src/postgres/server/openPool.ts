import type { Pool } from 'pg'
import { failFastWhileSilent } from './failFastWhileSilent.js'
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
  const config = {
    connectionString: url,
    types: { getTypeParser },
    connectionTimeoutMillis: limits.connection,
    query_timeout: limits.answer,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    application_name: 'plenum',
    options: settings,
  }
  const reach = async (): Promise<void> => {
    const client = new pg.Client(config).on('error', () => {})
    await client.connect().finally(() => void client.end().catch(() => {}))
  }
  return () => {
    const pool = new pg.Pool({ ...config, max: size })
    // Without a listener, the error event of a lost connection would end the process. The error can be ignored here,
    // because the pending query also rejects with this error.
    pool.on('error', () => {})
    pool.on('connect', client => void client.on('error', () => {}))
    failFastWhileSilent(pool, reach)
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
