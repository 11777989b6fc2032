import type { CatalogQuery, Condition, Principals } from '@plenum/core/ports'
import { allOf, among, type Sql, sql } from '../sql.js'
import { compileCondition } from './compileCondition.js'
import { findingBy, valueFits } from './indexConditions.js'

type IndexCondition = Extract<Condition, { kind: 'any' | 'range' }>

/** A condition that can find rows, and the one that needs no check when it does. */
interface Finder {
  readonly by: IndexCondition
  readonly settles: Condition | null
}

/**
 * FROM and WHERE of a search. One condition finds rows `n`, by an index of the database, all others check them: of
 * what values mean the planner knows nothing, and by itself it would first collect all that meet each condition.
 */
export function compileSource({ principals, where }: CatalogQuery): Sql {
  const conditions = where.map(single)
  const finder = conditions.some(hasFewHits) ? null : bestFinder(conditions)
  const checks = conditions.filter(condition => condition !== finder?.settles).map(compileCondition)
  const { from, found } = finder ? rowsFound(finder.by) : { from: sql`node n`, found: [] }
  return sql`FROM ${from} WHERE ${allOf([...found, ...isSeen(principals), ...checks])}`
}

/** One alternative is none. */
function single(condition: Condition): Condition {
  const [only, ...others] = condition.kind === 'either' ? condition.conditions : []
  return only && others.length === 0 ? single(only) : condition
}

/** These the planner makes good use of: there are few objects at a path, in a container, and most often with a word. */
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
  // That there is a value at all is true of most objects.
  if (condition.kind === 'range' && condition.min === null && condition.max === null) return []
  if (condition.kind === 'any' || condition.kind === 'range') return [{ by: condition, settles: condition }]
  if (condition.kind !== 'all' || condition.values.length === 0) return []
  return [{ by: { kind: 'any', index: condition.index, values: condition.values.slice(0, 1) }, settles: null }]
}

/** Indexes with few different values, each of which many objects have. */
const coarse = ['portal_type', 'review_state', 'Language']

/** The less, the fewer hits can be expected; truth values have half of all objects. */
function rankOf(condition: IndexCondition): number {
  if (condition.kind === 'range') return 5
  if (condition.index === 'UID') return 0
  if (condition.values.some(value => typeof value === 'boolean')) return 6
  return (coarse.includes(condition.index) ? 3 : 1) + (condition.values.length > 1 ? 1 : 0)
}

/** An object has a value once: a single value needs no care for repetitions, and brings hits in the order of creation. */
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
