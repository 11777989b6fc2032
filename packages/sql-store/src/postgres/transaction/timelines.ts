import type { Pool } from 'pg'
import type { Execute } from '../connection.js'

/** SQL for the timeline of the server, which changes when a standby is promoted. */
const timeline = 'substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8)'

/** SQL for the timeline, or for NULL if the server does not disclose it, like some managed servers and each standby. */
export async function timelineOf(pool: Pick<Pool, 'query'>): Promise<string> {
  try {
    await pool.query(`SELECT ${timeline}`)
    return timeline
  } catch {
    return 'NULL::text'
  }
}

/**
 * Gives the change feed a new id in the running transaction if the last change was made on another timeline, because a
 * promoted standby may lack changes that a reader of the feed has seen (docs/change-feed.md, Cursors, rule 4). The id
 * ends with the timeline.
 */
export async function renewFeedId(execute: Execute, current: string): Promise<void> {
  await execute({
    text: `
      UPDATE store SET feed = CASE WHEN strpos(feed, ' ') = 0 THEN feed ELSE gen_random_uuid()::text END || ' ' || $1
      WHERE feed NOT LIKE '% ' || $1`,
    values: [current],
  })
}
