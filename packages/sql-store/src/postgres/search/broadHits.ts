import type { Condition } from '@plenum/core/ports'
import { isCoarse, isFlag } from '../../search/coarseValues.js'
import { isLeftOut } from '../../search/leftOut.js'
import { looksAtRow } from '../../search/looksAtRow.js'
import type { Asked } from '../../search/readQuery.js'
import { createSeqSet, type SeqSet } from '../../search/seqSet.js'
import { allOf, type Sql, sql } from '../../sql.js'
import type { Rows } from '../engine.js'
import { compileCondition } from './compileCondition.js'
import { inactiveRows } from './countByKinds.js'
import { valueFits } from './indexConditions.js'
import { type Seqs, seqsIn, seqsOf, upTo } from './seqLists.js'
import { manyTextHits, matchesWithout, textHits } from './textMatch.js'

/** Fewer objects that an index finds are looked up one by one in less time; the `seq` of more are too many for one answer. */
const [fewest, most] = [300, 200_000]
/** So many objects that are left out cost no more than to look up one that is found. */
const leftOutForFound = 10
const mostLeftOut = 20_000

/**
 * All hits of a search in which one condition is a value or a text that many objects have. Indexes alone tell who has it and
 * who is not to be found, which takes a quarter of the time of a look at each row. Null where that does not help.
 */
export async function broadHits(connection: Rows, asked: Asked): Promise<SeqSet | null> {
  const [first, ...others] = asked.others.toSorted((a, b) => broadnessOf(a) - broadnessOf(b))
  const found = first && findingBy(first)
  if (!found || others.some(looksAtRow) || asked.leftOut > mostLeftOut) return null
  const row = await connection.row<Seqs & { readonly inactive: number }>(sql`SELECT
    ARRAY (${found.all} ${upTo(most + 1)})::text AS seqs,
    (SELECT count(*) FROM (${inactiveRows(asked.active, [])} ${upTo(mostLeftOut + 1)}) AS inactive) AS inactive`)
  const seqs = seqsOf(row)
  const left = asked.leftOut + Number(row?.inactive)
  if (seqs.length < fewest || seqs.length > most || left > Math.min(mostLeftOut, leftOutForFound * seqs.length))
    return null
  const hits = createSeqSet()
  hits.add(others.length === 0 ? seqs : await seqsIn(connection, meeting(found.joined, others)))
  hits.remove(await seqsIn(connection, leftOut(asked)))
  return hits
}

/** Selections of the `seq` of all objects that meet a condition, each once: to be listed, and to be looked at further. */
interface Finding {
  readonly all: Sql
  readonly joined: Sql
}

/** Null where no index has them. */
function findingBy(condition: Condition): Finding | null {
  if (isOfOneValue(condition)) {
    const found = sql`SELECT i.seq FROM node_index i WHERE ${valueFits(condition)}`
    return { all: found, joined: found }
  }
  if (condition.kind !== 'text' || matchesWithout(condition.query)) return null
  const { query, in: column } = condition
  return { all: manyTextHits(query, column), joined: textHits(query, column) }
}

const isOfOneValue = (condition: Condition): condition is Extract<Condition, { kind: 'any' }> =>
  condition.kind === 'any' && condition.values.length === 1

/** Greater for what finds more objects; conditions by which no index finds them come last. */
function broadnessOf(condition: Condition): number {
  if (condition.kind === 'text' && !matchesWithout(condition.query)) return 1
  if (!isOfOneValue(condition)) return 4
  if (isFlag(condition)) return 3
  return isCoarse(condition) ? 2 : 0
}

const meeting = (found: Sql, others: readonly Condition[]): Sql =>
  sql`SELECT n.seq FROM (${found}) AS n WHERE ${allOf(others.map(compileCondition))}`

/**
 * Those of other kinds, and those that may not be found, kind by kind, so that the index is read for nothing else; those
 * that are not yet published, or expired.
 */
const leftOut = (asked: Asked): Sql => sql`
  SELECT o.seq FROM kind_count c CROSS JOIN LATERAL (
    SELECT n.seq FROM node n WHERE n.access_id = c.access_id AND n.kind_id = c.kind_id OFFSET 0
  ) AS o WHERE ${isLeftOut(asked)}
  UNION ALL ${inactiveRows(asked.active, [])}`
