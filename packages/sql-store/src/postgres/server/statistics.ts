import type { Change } from '@plenum/core/ports'
import type { Pool } from 'pg'
import { createBackgroundJob } from '../../shared/backgroundJob.js'
import { withTimeout } from './queryTimeout.js'

export type Statistics = ReturnType<typeof createStatistics>

/** The minimum number of new objects after which the statistics are updated. */
const minCreated = 500
const share = 0.2

const tables = 'node, node_entry, node_index, node_words, access_holder, kind_count'

/**
 * Updates the planner statistics in the background after many objects have been created. Autovacuum updates them a
 * minute later or not at all. Without the update, the planner assumes that there are few objects: a search among 20,000
 * imported objects took more than 4 s, and a search among 100,000 copied objects took five times as long as with the
 * update, because it read rows instead of an index.
 */
export function createStatistics(pool: Pool) {
  let created = 0
  let threshold = minCreated
  const job = createBackgroundJob(0, async () => {
    threshold = Math.max(minCreated, share * (await objectCount(pool)))
    if (created < threshold) return
    created = 0
    await analyze(pool, tables)
  })
  return {
    noteCommitted: ({ creates = [] }: Change): void => {
      created += creates.length
      if (created >= threshold) job.soon()
    },
    /**
     * Updates the statistics immediately. Errors are ignored, because autovacuum will update the statistics later.
     */
    renew: (): Promise<void> => analyze(pool, tables).catch(() => {}),
    stop: job.stop,
  }
}

/** Returns the number of objects at the time of the last statistics update, or -1 before the first update. */
async function objectCount(pool: Pool): Promise<number> {
  const { rows } = await pool.query<{ objects: number }>(
    "SELECT reltuples AS objects FROM pg_class WHERE oid = 'node'::regclass",
  )
  return rows[0]?.objects ?? 0
}

const maxDuration = 600_000

/** Frees the space of overwritten and deleted rows, except for rows that a transaction may still read. */
export const vacuum = (pool: Pool, tables: string): Promise<void> => maintain(pool, `VACUUM (TRUNCATE FALSE) ${tables}`)

/**
 * Updates the planner statistics and the visibility maps, which index-only scans need. Skips tables that another
 * process is updating.
 */
const analyze = (pool: Pool, tables: string): Promise<void> =>
  maintain(pool, `VACUUM (ANALYZE, SKIP_LOCKED, TRUNCATE FALSE) ${tables}`)

async function maintain(pool: Pool, statement: string): Promise<void> {
  const client = await pool.connect()
  let isBroken = true
  try {
    await client.query('SET statement_timeout = 0')
    await client.query(withTimeout({ text: statement }, maxDuration))
    await client.query('RESET statement_timeout')
    isBroken = false
  } finally {
    client.release(isBroken)
  }
}
