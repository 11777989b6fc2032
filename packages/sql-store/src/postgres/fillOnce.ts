import type { Pool, PoolClient } from 'pg'
import { runFenced } from './fence.js'
import { locks } from './locks.js'
import { timed } from './timed.js'

export interface Filling {
  /** Called before an empty database is filled; may throw. */
  refuse?(): void
  /** Makes the site. */
  fill(): Promise<void>
  /** Called in any case, while other programs that start wait. */
  finish?(): Promise<void>
}

/**
 * Fills a database in which there is no site. Of several programs that start at once one does, and the others wait for it.
 * What a start that was killed, or has failed, left behind is removed first.
 */
export async function fillOnce(pool: Pool, filling: Filling): Promise<void> {
  const client = await pool.connect()
  try {
    await client.query(`SET statement_timeout = 0; SET lock_timeout = ${locks.longest}`)
    await client.query(timed(`SELECT pg_advisory_lock(${locks.start})`, locks.longest))
    if (await needsSite(client)) await fill(client, filling)
    await filling.finish?.()
  } finally {
    // With the connection its lock ends.
    client.release(true)
  }
}

async function needsSite(client: PoolClient): Promise<boolean> {
  const { rows } = await client.query<{ needed: boolean }>(`
    SELECT is_filling OR NOT (EXISTS (SELECT FROM node) OR EXISTS (SELECT FROM "user")) AS needed FROM store`)
  return rows[0]?.needed === true
}

async function fill(client: PoolClient, { refuse, fill }: Filling): Promise<void> {
  refuse?.()
  await runFenced(client, `${empty}; UPDATE store SET is_filling = true`)
  try {
    await fill()
  } catch (error) {
    await runFenced(client, `${empty}; UPDATE store SET is_filling = false`)
    throw error
  }
  await runFenced(client, 'UPDATE store SET is_filling = false')
}

/** All else refers to these. */
const empty =
  'TRUNCATE access, kind, kind_count, file_piece, "user", people_group, former_user RESTART IDENTITY CASCADE'
