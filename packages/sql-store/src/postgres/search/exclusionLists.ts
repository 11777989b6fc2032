import { isExcluded, type QueryPlan } from '../../shared/search/planQuery.js'
import { type Sql, sql } from '../../shared/sql.js'
import { seqsOf } from './seqLists.js'

/**
 * A query for the objects that a search excludes: objects of other kinds, and objects that are hidden from the
 * caller.
 */
export interface ExclusionQuery {
  /** Whether the cache contains a list for this query that is probably still valid. */
  readonly isCached: boolean
  /**
   * SQL for one string: the version of the list, followed by the list unless the cached list has the same version.
   */
  readonly statement: Sql
  /** Parses the query result into the `seq` values of all excluded objects. A new list in the result is cached. */
  parse(text: string): readonly number[]
}

export type ExclusionLists = (plan: QueryPlan) => ExclusionQuery

interface List {
  readonly version: string
  readonly seqs: readonly number[]
}

/** The maximum number of cached lists. Each list contains at most as many objects as `broadHits` excludes. */
const maxLists = 50

/**
 * Creates a cache of exclusion lists by caller and kinds. The lists are cached because most writes do not change
 * them.
 */
export function createExclusionLists(): ExclusionLists {
  const lists = new Map<string, List>()
  return plan => {
    const key = JSON.stringify([plan.principals, plan.kinds.map(({ id }) => id)])
    const cached = lists.get(key)
    return {
      isCached: cached !== undefined,
      statement: listUnless(plan, cached?.version ?? ''),
      parse: text => {
        const start = text.indexOf('{')
        // `cached` is the list at the time of the query. Another response may have replaced it in the cache since
        // then.
        if (cached && start < 0) return cached.seqs
        const seqs = seqsOf({ seqs: text.slice(start) })
        if (lists.size >= maxLists) lists.clear()
        lists.set(key, { version: text.slice(0, start), seqs })
        return seqs
      },
    }
  }
}

/**
 * Returns SQL for the list of excluded objects and its version. The list is omitted if its version equals `version`.
 * The version consists of the transaction ids of the counts, because each change to the set of objects with the same
 * kind and access changes a count. Objects are listed kind by kind, so that only the index is read.
 */
const listUnless = (plan: QueryPlan, version: string): Sql => sql`
  WITH counts AS MATERIALIZED (SELECT c.access_id, c.kind_id, c.xmin FROM kind_count c WHERE ${isExcluded(plan)}),
  now AS (
    SELECT encode(sha256(convert_to(coalesce(string_agg(
      c.access_id || ' ' || c.kind_id || ' ' || c.xmin, ',' ORDER BY c.access_id, c.kind_id
    ), ''), 'UTF8')), 'hex') AS version FROM counts c
  )
  SELECT now.version || CASE WHEN now.version = ${version} THEN '' ELSE ARRAY (
    SELECT o.seq FROM counts c CROSS JOIN LATERAL (
      SELECT n.seq FROM node n WHERE n.access_id = c.access_id AND n.kind_id = c.kind_id OFFSET 0
    ) AS o
  )::text END AS left_out FROM now`
