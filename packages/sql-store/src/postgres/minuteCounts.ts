import { createHash } from 'node:crypto'
import { type MinuteCounts, type MinuteTotal, minuteCounts } from '@plenum/core'
import type { Pool } from 'pg'
import { isOwnSchema } from './schema/fence.js'

const now = '(extract(epoch FROM clock_timestamp()) * 1000)::bigint'

const queries = {
  look: `SELECT times, ends, ends - ${now} AS wait FROM minute_count WHERE name = $1 AND key = $2 AND ends > ${now}`,
  add: `
    INSERT INTO minute_count AS known (name, key, times, ends)
    SELECT $1, $2, 1, ${now} + $3::integer WHERE ${isOwnSchema}
    ON CONFLICT (name, key) DO UPDATE SET
      times = CASE WHEN known.ends > ${now} THEN known.times + 1 ELSE 1 END,
      ends = CASE WHEN known.ends > ${now} THEN known.ends ELSE excluded.ends END
    RETURNING times, ends, ends - ${now} AS wait`,
  takeBack: `UPDATE minute_count SET times = times - 1 WHERE name = $1 AND key = $2 AND ends = $3 AND ${isOwnSchema}`,
  clean: `DELETE FROM minute_count WHERE ends <= ${now} AND ${isOwnSchema}`,
}

interface Row {
  readonly times: number
  readonly ends: number
  readonly wait: number
}

const usualMinute = 60_000

/**
 * Creates counters that all processes with the same database share. Only digests of the keys are stored, and rows are
 * deleted after a minute. While the database does not respond, each process counts locally.
 */
export function postgresMinuteCounts(pool: Pool, minute: number = usualMinute): MinuteCounts {
  const localCounts = minuteCounts(() => performance.now())
  const cleanLater = cleaner(pool, minute)
  const query = async (kind: keyof typeof queries, values: readonly (string | number)[]): Promise<MinuteTotal> => {
    const { rows } = await pool.query<Row>({
      name: `plenum_count_${kind}`,
      text: queries[kind],
      values: [...values],
    })
    const { times, ends: end, wait } = rows[0] ?? { times: 0, ends: 0, wait: 0 }
    return { times, end, wait: Math.max(0, wait) }
  }
  return name => {
    const local = localCounts(name)
    const stored = new WeakSet<MinuteTotal>()
    return {
      look: key => query('look', [name, digest(key)]).catch(() => local.look(key)),
      add: async key => {
        cleanLater()
        try {
          const added = await query('add', [name, digest(key), minute])
          // The query returns no row if a newer program has upgraded the database. In this case, the attempt is counted
          // locally.
          if (added.times === 0) return local.add(key)
          stored.add(added)
          return added
        } catch {
          return local.add(key)
        }
      },
      takeBack: async (key, added) => {
        if (stored.has(added)) await query('takeBack', [name, digest(key), added.end]).catch(() => {})
        else await local.takeBack(key, added)
      },
    }
  }
}

/** Returns a function that schedules the deletion of expired rows, at most once per minute. */
function cleaner(pool: Pool, minute: number): () => void {
  let isPlanned = false
  const clean = (): void => {
    isPlanned = false
    // If this query fails, the next query also deletes the remaining rows.
    pool.query(queries.clean).catch(() => {})
  }
  return () => {
    if (!isPlanned) setTimeout(clean, minute + 1000).unref()
    isPlanned = true
  }
}

const digest = (key: string): string => createHash('sha256').update(key).digest('base64url')
