import type { CatalogQuery, Condition, Principals } from '@plenum/core/ports'
import { allOf, among, type Sql, sql } from '../sql.js'
import { compileCondition } from './compileCondition.js'
import { findingBy, valueFits } from './indexConditions.js'

type IndexCondition = Extract<Condition, { kind: 'any' | 'range' }>

/** `by` can find rows with an index. `settles` is the condition that then needs no further check. */
interface Finder {
  readonly by: IndexCondition
  readonly settles: Condition | null
}

/**
 * FROM and WHERE of a search. One condition finds rows `n` with an index of the database; all others only check these
 * rows. This is decided here, because the planner of SQLite does not know how common values are: it would first collect
 * all rows of each condition.
 */
export function compileSource({ principals, where }: CatalogQuery): Sql {
  const conditions = where.map(single)
  const finder = conditions.some(hasFewHits) ? null : bestFinder(conditions)
  const checks = conditions.filter(condition => condition !== finder?.settles).map(compileCondition)
  const { from, found } = finder ? rowsFound(finder.by) : { from: sql`node n`, found: [] }
  return sql`FROM ${from} WHERE ${allOf([...found, ...isSeen(principals), ...checks])}`
}

/** Replaces `either` with a single alternative by the alternative. */
function single(condition: Condition): Condition {
  const [only, ...others] = condition.kind === 'either' ? condition.conditions : []
  return only && others.length === 0 ? single(only) : condition
}

/** The planner handles these conditions well: they have few hits (a path, a container, and mostly a word). */
function hasFewHits(condition: Condition): boolean {
  if (condition.kind === 'text') return condition.query.kind !== 'not'
  if (condition.kind === 'below') return condition.depth === 0 || condition.depth === 'children'
  return condition.kind === 'at'
}

function bestFinder(conditions: readonly Condition[]): Finder | null {
  const finders = conditions.flatMap(finderOf)
  return finders.toSorted((a, b) => rankOf(a.by) - rankOf(b.by))[0] ?? null
}

function finderOf(condition: Condition): Finder[] {
  // An open range finds too many rows: most objects have a value.
  if (condition.kind === 'range' && condition.min === null && condition.max === null) return []
  if (condition.kind === 'any' || condition.kind === 'range') return [{ by: condition, settles: condition }]
  if (condition.kind !== 'all' || condition.values.length === 0) return []
  return [{ by: { kind: 'any', index: condition.index, values: condition.values.slice(0, 1) }, settles: null }]
}

/** Indexes with few different values, each on many objects. */
const coarse = ['portal_type', 'review_state', 'Language']

/** A lower rank means fewer expected hits. A boolean value is last: half of all objects can have it. */
function rankOf(condition: IndexCondition): number {
  if (condition.kind === 'range') return 5
  if (condition.index === 'UID') return 0
  if (condition.values.some(value => typeof value === 'boolean')) return 6
  return (coarse.includes(condition.index) ? 3 : 1) + (condition.values.length > 1 ? 1 : 0)
}

/** For a single value a join is enough: it finds each object once, and in the order of creation. */
function rowsFound(condition: IndexCondition): { readonly from: Sql; readonly found: readonly Sql[] } {
  if (condition.kind === 'range' || condition.values.length !== 1)
    return { from: sql`node n`, found: [findingBy(condition)] }
  const from = sql`node_index i CROSS JOIN node n ON n.seq = i.seq`
  return { from, found: [sql`i.name = ${condition.index}`, valueFits(condition)] }
}

function isSeen(principals: Principals): Sql[] {
  if (principals === 'system') return []
  return [sql`n.access_id IN (SELECT h.access_id FROM access_holder h WHERE h.holder IN ${among(principals)})`]
}
