import type { CatalogQuery, Sort } from '@plenum/core/ports'
import { sortColumn } from '../../shared/indexValues.js'
import type { Kind } from '../../shared/search/kinds.js'
import type { QueryPlan } from '../../shared/search/planQuery.js'
import { visibleTo } from '../../shared/search/visibleTo.js'
import { allOf, among, list, rowsOf, type Sql, sql } from '../../shared/sql.js'
import { maxMerged } from '../../sqlite/search/sortedPage.js'
import { isActive } from './conditions/compileCondition.js'

/** Columns of `node` that have an index to sort the objects of each kind. */
const sortIndexes = new Set(['created', 'effective', 'modified', 'sortable_title', 'start'])

export interface Order {
  readonly column: Sql
  readonly descending: boolean
  /**
   * Whether every object has a value, as with the order of creation. A NULLS clause would keep PostgreSQL from using
   * the index.
   */
  readonly isAlwaysSet: boolean
}

/** Null if no index has this order. */
export function orderOf([first, ...others]: readonly Sort[]): Order | null {
  if (first === undefined) return { column: sql`seq`, descending: false, isAlwaysSet: true }
  const column = sortIndexes.has(first.by) ? sortColumn(first.by) : undefined
  return column && others.length === 0 ? { column, descending: first.descending, isAlwaysSet: false } : null
}

/** Pages up to this end are read from the indexes: each kind contributes as many objects. */
export const maxEnd = 1000

/**
 * A selection of `seq` and `place` of the hits of a page; for queries without other conditions. Null if no index has
 * this order.
 */
export function sortedPage(plan: QueryPlan, { sort = [], start = 0, size }: CatalogQuery): Sql | null {
  const order = orderOf(sort)
  if (order === null || size === undefined || start + size > maxEnd) return null
  const end = start + size
  const rare = plan.kinds.filter(kind => isRare(kind, end))
  const frequent = plan.kinds.filter(kind => !isRare(kind, end))
  const parts = [
    ...(frequent.length > 0 ? [walk(frequent, plan, { order, end })] : []),
    ...(rare.length > 0 ? [collect(rare, plan, order)] : []),
  ]
  const by = orderedBy(order, sql`key`, sql`seq`)
  return sql`
    SELECT p.seq, row_number() OVER (ORDER BY ${by}) AS place FROM (
      SELECT * FROM (${parts.reduce((all, one) => sql`${all} UNION ALL ${one}`)}) AS parts
      ORDER BY ${by} LIMIT ${size} OFFSET ${start}
    ) AS p`
}

/**
 * Whether collecting all visible objects of a kind is cheaper than walking the index: 25 hits are expected after `25 *
 * objects / visible` rows, each a twentieth of the cost of a collected one.
 */
function isRare({ objects, visible }: Kind, end: number): boolean {
  return visible < objects && visible * visible * 20 < end * objects
}

interface Walk {
  readonly order: Order
  readonly end: number
}

type CheckedParts = Pick<QueryPlan, 'isOpen' | 'principals' | 'active'>

/** The first objects of each kind. */
function walk(kinds: readonly Kind[], plan: CheckedParts, { order, end }: Walk): Sql {
  const key = sql`n.${order.column}`
  return sql`
    SELECT f.seq, f.key FROM (SELECT k.value AS id FROM (SELECT value FROM ${rowsOf(kinds.map(({ id }) => id))}) AS k) AS kinds
    CROSS JOIN LATERAL (
      SELECT n.seq, ${key} AS key FROM node n WHERE ${allOf([sql`n.kind_id = kinds.id`, ...visibilityChecks(plan)])}
      ORDER BY ${orderedBy(order, key, sql`n.seq`)} LIMIT ${end}
    ) AS f`
}

function orderedBy({ descending, isAlwaysSet }: Order, key: Sql, seq: Sql): Sql {
  if (isAlwaysSet) return list([key, seq])
  return list([descending ? sql`${key} DESC NULLS LAST` : sql`${key} NULLS FIRST`, seq])
}

/** A selection of the `seq` of the first objects of some kinds in an order, regardless of access. */
export function firstInOrder(kinds: readonly Kind[], order: Order, count: number): Sql {
  const by = orderedBy(order, sql`key`, sql`seq`)
  const firsts =
    kinds.length > maxMerged ? walk(kinds, everything, { order, end: count }) : mergedWalks(kinds, order, count)
  return sql`SELECT seq FROM (${firsts}) AS parts ORDER BY ${by} LIMIT ${count}`
}

/**
 * The first objects of each kind, with one selection for each: PostgreSQL merges these and reads only as many rows as
 * the result has. For few rows `walk` is cheaper, for thousands it costs four times as much.
 */
function mergedWalks(kinds: readonly Kind[], order: Order, end: number): Sql {
  const key = sql`n.${order.column}`
  const by = orderedBy(order, key, sql`n.seq`)
  return kinds
    .map(({ id }) => sql`(SELECT n.seq, ${key} AS key FROM node n WHERE n.kind_id = ${id} ORDER BY ${by} LIMIT ${end})`)
    .reduce((all, one) => sql`${all} UNION ALL ${one}`)
}

const everything = { isOpen: true, principals: 'system', active: null } as const

function collect(kinds: readonly Kind[], plan: QueryPlan, { column }: Order): Sql {
  const ofKind = sql`n.kind_id IN ${among(kinds.map(({ id }) => id))}`
  return sql`SELECT n.seq, n.${column} AS key FROM node n WHERE ${allOf([ofKind, ...visibilityChecks(plan)])}`
}

/** Access and publication checks on the rows `n` of nodes. */
export function visibilityChecks({ isOpen, principals, active }: CheckedParts): Sql[] {
  const access = isOpen || principals === 'system' ? [] : [sql`n.access_id ${visibleTo(principals)}`]
  return active === null ? access : [...access, isActive(active)]
}
