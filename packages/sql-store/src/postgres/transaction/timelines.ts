import type { Pool } from 'pg'
import type { Execute } from '../connection.js'

const timeline = 'substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8)'

/**
 * Returns SQL for the timeline of the server. Returns `NULL` if the server does not disclose its timeline, which is
 * the case for standbys and some managed servers.
 */
export async function timelineOf(pool: Pick<Pool, 'query'>): Promise<string> {
  try {
    await pool.query(`SELECT ${timeline}`)
    return timeline
  } catch {
    return 'NULL::text'
  }
}

/**
 * If the last change was made on a different timeline, gives the change feed a new id, which ends with the timeline.
 * The id changes because a promoted standby may lack changes that a reader of the feed has seen (docs/change-feed.md,
 * Cursors, rule 4).
 */
export async function renewFeedId(execute: Execute, current: string): Promise<void> {
  await execute({
    text: `
      UPDATE store SET feed = CASE WHEN strpos(feed, ' ') = 0 THEN feed ELSE gen_random_uuid()::text END || ' ' || $1
      WHERE feed NOT LIKE '% ' || $1`,
    values: [current],
  })
}
