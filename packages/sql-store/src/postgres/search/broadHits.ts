import type { Condition } from '@plenum/core/ports'
import { isCoarse, isFlag } from '../../search/coarseValues.js'
import { looksAtRow } from '../../search/looksAtRow.js'
import type { Asked } from '../../search/readQuery.js'
import { createSeqSet, type SeqSet } from '../../search/seqSet.js'
import { allOf, type Sql, sql } from '../../sql.js'
import type { Rows } from '../engine.js'
import { compileCondition } from './compileCondition.js'
import { inactiveRows } from './countByKinds.js'
import { valueFits } from './indexConditions.js'
import type { LeftOutLists, LeftOutQuestion } from './leftOutLists.js'
import { type Seqs, seqsIn, seqsOf, upTo } from './seqLists.js'
import { manyTextHits, matchesWithout, textHits } from './textMatch.js'

/** Fewer candidates are checked faster one by one; the `seq` of more candidates are too many for one answer. */
const [fewest, most] = [300, 200_000]
/** Excluded objects that cost no more than checking one candidate. */
const leftOutForFound = 10
const mostLeftOut = 20_000

/**
 * All hits of a search with a condition that many objects meet, a value or a text. Indexes alone determine the
 * candidates and the excluded objects, in a quarter of the time of checking each row. Null if that does not help.
 */
export async function broadHits({ connection, leftOut }: Searched, asked: Asked): Promise<SeqSet | null> {
  const [first, ...others] = asked.others.toSorted((a, b) => broadnessOf(a) - broadnessOf(b))
  const found = first && findingBy(first)
  if (!found || others.some(looksAtRow) || asked.leftOut > mostLeftOut) return null
  const question = leftOut(asked)
  const lists = await connection.row<Lists>(listsOf(found, asked, question))
  if (!lists) return null
  const [seqs, inactive] = [seqsOf(lists), seqsOf({ seqs: lists.inactive })]
  if (!isWorthwhile(seqs.length, asked.leftOut + inactive.length)) return null
  const hits = createSeqSet()
  hits.add(others.length === 0 ? seqs : await seqsIn(connection, meeting(found.joined, others)))
  const text = lists.left_out ?? (await connection.row<LeftOut>(question.statement))?.left_out
  if (text) hits.remove(question.read(text))
  hits.remove(inactive)
  return hits
}

/** The catalog of a snapshot. */
export interface Searched {
  readonly connection: Rows
  readonly leftOut: LeftOutLists
}

interface LeftOut {
  /** The result of an `ExclusionQuery`; null if it did not run. */
  readonly left_out: string | null
}

interface Lists extends Seqs, LeftOut {
  readonly inactive: string
}

/**
 * A selection of `Lists`. It includes the exclusions only if a list is cached and enough candidates exist: the query
 * may take milliseconds.
 */
const listsOf = (found: Finding, { active }: Asked, { isKept, statement }: LeftOutQuestion): Sql => sql`
  WITH found AS MATERIALIZED (SELECT ARRAY (${found.all} ${upTo(most + 1)}) AS seqs)
  SELECT found.seqs::text,
    ARRAY (${inactiveRows(active, [])} ${upTo(mostLeftOut + 1)})::text AS inactive,
    ${isKept ? sql`CASE WHEN cardinality(found.seqs) >= ${fewest} THEN (${statement}) END` : sql`NULL`} AS left_out
  FROM found`

const isWorthwhile = (found: number, left: number): boolean =>
  found >= fewest && found <= most && left <= Math.min(mostLeftOut, leftOutForFound * found)

/** Selections of the `seq` of all objects that meet a condition, each once: one to be listed, one to be joined. */
interface Finding {
  readonly all: Sql
  readonly joined: Sql
}

/** Null if no index finds them. */
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

/** Greater for conditions with more hits; conditions without an index come last. */
function broadnessOf(condition: Condition): number {
  if (condition.kind === 'text' && !matchesWithout(condition.query)) return 1
  if (!isOfOneValue(condition)) return 4
  if (isFlag(condition)) return 3
  return isCoarse(condition) ? 2 : 0
}

const meeting = (found: Sql, others: readonly Condition[]): Sql =>
  sql`SELECT n.seq FROM (${found}) AS n WHERE ${allOf(others.map(compileCondition))}`
