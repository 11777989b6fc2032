import type { Change } from '@plenum/core/ports'
import type { Pool } from 'pg'
import { createTask } from '../task.js'
import { survey } from './maintain.js'

/** What PostgreSQL knows of the tables of content when it plans a statement. */
export interface Statistics {
  noteKept(change: Change): void
  /** Takes them anew, after a change of many objects at once. Never fails: PostgreSQL does it itself later. */
  renew(): Promise<void>
  /** Waits for what runs. */
  stop(): Promise<void>
}

/** New objects that change no plan. */
const few = 500
/** So many new objects for each that was counted before do. */
const share = 0.2

const tables = 'node, node_entry, node_index, node_words, access_holder, kind_count'

/**
 * Has PostgreSQL look at the tables in the background when many objects were made. Its own autovacuum does that a minute later
 * or not at all; until then a search among 20,000 imported objects was planned as one among a few, and took more than 4 s,
 * and one among 100,000 copied ones looked at rows where its index would do, and took five times as long.
 */
export function createStatistics(pool: Pool): Statistics {
  let made = 0
  let enough = few
  const task = createTask(0, async () => {
    enough = Math.max(few, share * (await countedObjects(pool)))
    if (made < enough) return
    made = 0
    await survey(pool, tables)
  })
  return {
    noteKept: ({ creates = [] }) => {
      made += creates.length
      if (made >= enough) task.soon()
    },
    renew: () => survey(pool, tables).catch(() => {}),
    stop: task.stop,
  }
}

/** As of the last time that they were counted; -1 before the first time. */
async function countedObjects(pool: Pool): Promise<number> {
  const { rows } = await pool.query<{ objects: number }>(
    "SELECT reltuples AS objects FROM pg_class WHERE oid = 'node'::regclass",
  )
  return rows[0]?.objects ?? 0
}
