import { isLeftOut } from '../../search/leftOut.js'
import type { Asked } from '../../search/readQuery.js'
import { type Sql, sql } from '../../sql.js'
import { seqsOf } from './seqLists.js'

/** Asks which objects are left out of a search: those of other kinds, and those that the caller may not find. */
export interface LeftOutQuestion {
  /** Whether a list is kept, which probably is the same now. */
  readonly isKept: boolean
  /** A statement that gives one text: the version of the list, followed by the list itself unless it is the kept one. */
  readonly statement: Sql
  /** The `seq` of all that is left out, by that text. A list in it is kept. */
  read(text: string): readonly number[]
}

export type LeftOutLists = (asked: Asked) => LeftOutQuestion

interface List {
  readonly version: string
  readonly seqs: readonly number[]
}

/** So many lists are kept, each of as many objects as `broadHits` leaves out at most. */
const maxKept = 50

/** Keeps the lists for callers and kinds: most writes leave them as they are. */
export function createLeftOutLists(): LeftOutLists {
  const lists = new Map<string, List>()
  return asked => {
    const key = JSON.stringify([asked.principals, asked.kinds.map(({ id }) => id)])
    const kept = lists.get(key)
    return {
      isKept: kept !== undefined,
      statement: listUnless(asked, kept?.version ?? ''),
      read: text => {
        const start = text.indexOf('{')
        // What was kept when the question was asked: another answer may have replaced it meanwhile.
        if (kept && start < 0) return kept.seqs
        const seqs = seqsOf({ seqs: text.slice(start) })
        if (lists.size >= maxKept) lists.clear()
        lists.set(key, { version: text.slice(0, start), seqs })
        return seqs
      },
    }
  }
}

/**
 * Each object that comes to a kind and access, or leaves them, changes the row of their count, so that the transactions
 * that wrote these rows tell whether the same objects are left out. They are listed kind by kind, so that the index is read
 * for nothing else, and their list follows the version unless that is the given one.
 */
const listUnless = (asked: Asked, version: string): Sql => sql`
  WITH counts AS MATERIALIZED (SELECT c.access_id, c.kind_id, c.xmin FROM kind_count c WHERE ${isLeftOut(asked)}),
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
