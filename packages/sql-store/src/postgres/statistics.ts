import type { Change } from '@plenum/core/ports'
import type { Pool } from 'pg'
import { createTask } from '../task.js'
import { survey } from './maintain.js'

/** The planner statistics of the content tables. */
export interface Statistics {
  noteKept(change: Change): void
  /** Updates them after a change of many objects. Never fails: PostgreSQL itself does so later. */
  renew(): Promise<void>
  /** Waits for a running update. */
  stop(): Promise<void>
}

/** New objects that affect no plan. */
const few = 500
/** The fraction of new objects that triggers an update. */
const share = 0.2

const tables = 'node, node_entry, node_index, node_words, access_holder, kind_count'

/**
 * Updates the planner statistics in the background when many objects were created. Autovacuum does that a minute later
 * or not at all; until then a search among 20,000 imported objects was planned as if there were few, and took more than
 * 4 s, and one among 100,000 copied objects read rows instead of its index, and took five times as long.
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

/** As of the last update; -1 before the first. */
async function countedObjects(pool: Pool): Promise<number> {
  const { rows } = await pool.query<{ objects: number }>(
    "SELECT reltuples AS objects FROM pg_class WHERE oid = 'node'::regclass",
  )
  return rows[0]?.objects ?? 0
}
