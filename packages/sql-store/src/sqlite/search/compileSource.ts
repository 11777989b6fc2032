import { toStorable } from '../../shared/indexValues.js'
import { needsRow } from '../../shared/search/coarseValues.js'
import { accessChecks, isOfKinds, publicationChecks, type QueryPlan } from '../../shared/search/planQuery.js'
import { allOf, type Sql, sql } from '../../shared/sql.js'
import { type Chunk, inChunk, type KeyedRows, type SearchScope } from './conditions/chunks.js'
import { compileCondition } from './conditions/compileCondition.js'
import { type Finder, finderOf } from './finders.js'

/** The SQL of a search. The hits are rows of the table `node`, with the alias `n`. */
export interface Source {
  /** The rows in the order of a key, for a search that runs in chunks, or null if no key orders the rows. */
  readonly keyedRows: KeyedRows | null
  rows(chunk: Chunk): Sql
  /**
   * Returns SQL for the same rows as `rows`, for queries that only return `seq`. This SQL reads fewer database pages,
   * unless a condition needs other columns.
   */
  seqs(chunk: Chunk): Sql
  /**
   * Returns SQL for the `seq` values of all candidates, before access and kind are checked. The function is null if
   * candidates must pass further checks.
   */
  readonly candidates: ((chunk: Chunk) => Sql) | null
}

/**
 * Chooses the access path for a search. SQLite's planner would choose badly, because it does not know how common each
 * value is, and would first collect all rows of each condition.
 */
export function compileSource(plan: QueryPlan, scope: SearchScope): Source {
  const finder = finderOf(plan, scope)
  const { where, covered } = finder
  const keyedRows = keyedRowsOf(finder)
  const otherConditions = plan.otherConditions.filter(condition => condition !== covered)
  const ofKind = covered === 'kinds' ? [] : kindChecks(plan)
  const conditionIn = (chunk: Chunk): Sql => {
    const checks = [...publicationChecks(plan, toStorable), ...ofKind, ...accessChecks(plan)]
    const otherChecks = otherConditions.map(condition => compileCondition(condition, { ...scope, chunk }))
    return allOf([
      where,
      ...(keyedRows ? inChunk(keyedRows.key, chunk ?? keyedRows.paths) : []),
      ...checks,
      ...otherChecks,
    ])
  }
  const narrowRows = plan.active !== null || otherConditions.some(needsRow) ? wholeRows : accessRows
  return {
    keyedRows,
    rows: chunk => sql`FROM ${rowsOf(finder, wholeRows)} WHERE ${conditionIn(chunk)}`,
    seqs: chunk => sql`FROM ${rowsOf(finder, narrowRows)} WHERE ${conditionIn(chunk)}`,
    candidates: otherConditions.length === 0 && plan.active === null ? candidatesIn(finder) : null,
  }
}

function kindChecks(plan: QueryPlan): Sql[] {
  const isChecked = plan.isOpen ? plan.share < 1 : !plan.isOfAllKinds
  return isChecked ? [isOfKinds(plan)] : []
}

function candidatesIn({ from, where, seq, path, paths }: Finder): Source['candidates'] {
  if (from === null || seq === null) return null
  return chunk => {
    const conditions = allOf([where, ...inChunk(path ?? seq, chunk ?? paths)])
    return sql`SELECT ${seq} AS seq FROM ${from} WHERE ${conditions}`
  }
}

/** SQL for node rows that are looked up by `seq`. */
export const wholeRows = sql`node n NOT INDEXED`
const accessRows = sql`node_access n`

/**
 * Returns the rows and the key that divides them into chunks, or null if the rows have no key. Without `from`, the
 * chunks are ranges of all nodes.
 */
function keyedRowsOf({ from, where, seq, path, paths }: Finder): KeyedRows | null {
  if (seq === null) return null
  const keys = { key: path ?? seq, paths }
  return from ? { from, where, ...keys } : { from: accessRows, where: sql`1`, ...keys }
}

function rowsOf({ from, rows, seq }: Finder, bySeq: Sql): Sql {
  if (rows) return rows
  return from && seq ? sql`${from} CROSS JOIN ${bySeq} ON n.seq = ${seq}` : bySeq
}
