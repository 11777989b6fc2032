import type { Pool, PoolClient } from 'pg'
import { openPool } from '../server/openPool.js'
import { withTimeout } from '../server/queryTimeout.js'
import { runFenced } from './fence.js'
import { locks } from './locks.js'

export interface Filling {
  /** Called before an empty database is filled. May throw an error to prevent filling. */
  refuse?(): void
  fill(): Promise<void>
  /**
   * Called after the database has been filled, and also if the database already contained a site. Other starting
   * processes wait until the promise resolves.
   */
  finish?(): Promise<void>
}

/**
 * Fills a database that contains no site. If several processes start simultaneously, one process fills the database
 * and the others wait. Data from a killed or failed start is removed first.
 */
export async function fillOnce(pool: Pool, filling: Filling): Promise<void> {
  const client = await pool.connect()
  try {
    await client.query(`SET statement_timeout = 0; SET lock_timeout = ${locks.startTimeout}`)
    await client.query(withTimeout({ text: `SELECT pg_advisory_lock(${locks.start})` }, locks.startTimeout))
    if (await needsSite(client)) await fill(client, filling)
    await filling.finish?.()
  } finally {
    // Closing the connection also releases the lock.
    client.release(true)
  }
}

/** Whether a database contains a site. Writes nothing. Rejects if the server cannot be reached. */
export async function postgresHoldsSite(url: string): Promise<boolean> {
  const pool = await openPool({ url, size: 1 })
  try {
    const { rows } = await pool.query<{ exists: boolean }>(`SELECT to_regclass('store') IS NOT NULL AS "exists"`)
    return rows[0]?.exists === true && !(await needsSite(pool))
  } finally {
    await pool.end()
  }
}

async function needsSite(client: Pick<Pool, 'query'>): Promise<boolean> {
  const { rows } = await client.query<{ needed: boolean }>(`
    SELECT is_filling OR NOT (EXISTS (SELECT FROM node) OR EXISTS (SELECT FROM "user")) AS needed FROM store`)
  return rows[0]?.needed === true
}

async function fill(client: PoolClient, { refuse, fill }: Filling): Promise<void> {
  refuse?.()
  await runFenced(client, `${truncateAll}; UPDATE store SET is_filling = true`)
  try {
    await fill()
  } catch (error) {
    await runFenced(client, `${truncateAll}; UPDATE store SET is_filling = false`)
    throw error
  }
  await runFenced(client, 'UPDATE store SET is_filling = false')
}

const tables =
  'access, kind, kind_count, file_piece, erasable_file, "user", people_group, former_user, event, webhook, lease, subscription, mail'

const truncateAll = `TRUNCATE ${tables} RESTART IDENTITY CASCADE; UPDATE store SET feed = gen_random_uuid()::text || coalesce(substring(feed FROM ' .*'), ''), position = 0`
