import type { Condition } from '@plenum/core/ports'
import { isCoarse, isFlag, needsRow } from '../../shared/search/coarseValues.js'
import { valueFits } from '../../shared/search/conditions/compileCondition.js'
import { inactiveRows } from '../../shared/search/countByKinds.js'
import type { QueryPlan } from '../../shared/search/planQuery.js'
import { createSeqSet, type SeqSet } from '../../shared/search/seqSet.js'
import { allOf, type Connection, type Sql, sql } from '../../shared/sql.js'
import { compileCondition, stored } from './conditions/compileCondition.js'
import { manyTextHits, matchesWithoutWords, textHits } from './conditions/textMatch.js'
import type { ExclusionLists, ExclusionQuery } from './exclusionLists.js'
import { type Seqs, seqsIn, seqsOf, upTo } from './seqLists.js'

/**
 * The minimum and maximum number of candidates for `broadHits`. Fewer candidates are checked faster one by one, and
 * the `seq` values of more candidates would not fit into one result.
 */
const [minCandidates, maxCandidates] = [300, 200_000]
const excludedPerCandidate = 10
const maxExcluded = 20_000

/**
 * Finds the hits of a value or text condition that many objects satisfy. Only indexes are read to determine the
 * candidates and the excluded objects, which is four times as fast as checking each row. Resolves to null if this
 * method would not be faster.
 */
export async function broadHits(
  connection: Connection,
  exclusions: ExclusionLists,
  plan: QueryPlan,
): Promise<SeqSet | null> {
  const [first, ...otherConditions] = plan.otherConditions.toSorted((a, b) => broadnessOf(a) - broadnessOf(b))
  const finding = first && findingBy(first)
  if (!finding || otherConditions.some(needsRow) || plan.excluded > maxExcluded) return null
  const exclusionQuery = exclusions(plan)
  const lists = await connection.row<Lists>(listsOf(finding, inactiveRows(connection, plan.active, []), exclusionQuery))
  if (!lists) return null
  const [seqs, inactive] = [seqsOf(lists), seqsOf({ seqs: lists.inactive })]
  if (!isWorthwhile(seqs.length, plan.excluded + inactive.length)) return null
  const hits = createSeqSet()
  hits.add(
    otherConditions.length === 0 ? seqs : await seqsIn(connection, selectMatching(finding.joinable, otherConditions)),
  )
  const text = lists.left_out ?? (await connection.row<ExclusionText>(exclusionQuery.statement))?.left_out
  if (text) hits.remove(exclusionQuery.parse(text))
  hits.remove(inactive)
  return hits
}

interface ExclusionText {
  /** The result of an `ExclusionQuery`, or null if that query was not run. */
  readonly left_out: string | null
}

interface Lists extends Seqs, ExclusionText {
  readonly inactive: string
}

/**
 * Returns SQL for the candidates. Querying the excluded objects can take milliseconds, so the SQL includes them only if
 * their list is cached and there are enough candidates.
 */
const listsOf = (finding: Finding, inactive: Sql, { isCached, statement }: ExclusionQuery): Sql => sql`
  WITH found AS MATERIALIZED (SELECT ARRAY (${finding.listable} ${upTo(maxCandidates + 1)}) AS seqs)
  SELECT found.seqs::text,
    ARRAY (${inactive} ${upTo(maxExcluded + 1)})::text AS inactive,
    ${isCached ? sql`CASE WHEN cardinality(found.seqs) >= ${minCandidates} THEN (${statement}) END` : sql`NULL`} AS left_out
  FROM found`

const isWorthwhile = (candidateCount: number, excludedCount: number): boolean =>
  candidateCount >= minCandidates &&
  candidateCount <= maxCandidates &&
  excludedCount <= Math.min(maxExcluded, excludedPerCandidate * candidateCount)

/**
 * Two queries for the distinct `seq` values of all objects that satisfy a condition: `listable` for a list, and
 * `joinable` for a join.
 */
interface Finding {
  readonly listable: Sql
  readonly joinable: Sql
}

function findingBy(condition: Condition): Finding | null {
  if (isOfOneValue(condition)) {
    const selection = sql`SELECT i.seq FROM node_index i WHERE ${valueFits(condition, stored)}`
    return { listable: selection, joinable: selection }
  }
  if (condition.kind !== 'text' || matchesWithoutWords(condition.query)) return null
  const { query, in: column } = condition
  return { listable: manyTextHits(query, column), joinable: textHits(query, column) }
}

const isOfOneValue = (condition: Condition): condition is Extract<Condition, { kind: 'any' }> =>
  condition.kind === 'any' && condition.values.length === 1

/**
 * Returns a rank that increases with the expected number of hits. Conditions without an index have the highest rank.
 */
function broadnessOf(condition: Condition): number {
  if (condition.kind === 'text' && !matchesWithoutWords(condition.query)) return 1
  if (!isOfOneValue(condition)) return 4
  if (isFlag(condition)) return 3
  return isCoarse(condition) ? 2 : 0
}

const selectMatching = (candidates: Sql, conditions: readonly Condition[]): Sql =>
  sql`SELECT n.seq FROM (${candidates}) AS n WHERE ${allOf(conditions.map(compileCondition))}`
