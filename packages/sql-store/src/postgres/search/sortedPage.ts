import type { CatalogQuery } from '@plenum/core/ports'
import { accessChecks, isOfKinds, type Kind, publicationChecks, type QueryPlan } from '../../shared/search/planQuery.js'
import { isRare, maxEnd, maxMerged, type Order, orderedBy, orderOf } from '../../shared/search/sortOrder.js'
import { allOf, rowsOf, type Sql, sql, unionAll } from '../../shared/sql.js'
import { stored } from './conditions/compileCondition.js'

export function sortedPage(plan: QueryPlan, { sort = [], start = 0, size }: CatalogQuery): Sql | null {
  const order = orderOf(sort)
  if (order === null || size === undefined || start + size > maxEnd) return null
  const end = start + size
  const rare = plan.kinds.filter(kind => isRare(kind, end))
  const frequent = plan.kinds.filter(kind => !isRare(kind, end))
  const parts = [
    ...(frequent.length > 0 ? [walk(frequent, plan, order, end)] : []),
    ...(rare.length > 0 ? [collect(rare, plan, order)] : []),
  ]
  const by = orderedBy(order, sql`key`, sql`seq`)
  return sql`
    SELECT p.seq, row_number() OVER (ORDER BY ${by}) AS place FROM (
      SELECT * FROM (${unionAll(parts)}) AS parts
      ORDER BY ${by} LIMIT ${size} OFFSET ${start}
    ) AS p`
}

type CheckedParts = Pick<QueryPlan, 'isOpen' | 'principals' | 'active'>

function walk(kinds: readonly Kind[], plan: CheckedParts, order: Order, end: number): Sql {
  const key = sql`n.${order.column}`
  return sql`
    SELECT f.seq, f.key FROM (SELECT k.value AS id FROM (SELECT value FROM ${rowsOf(kinds.map(({ id }) => id))}) AS k) AS kinds
    CROSS JOIN LATERAL (
      SELECT n.seq, ${key} AS key FROM node n WHERE ${allOf([sql`n.kind_id = kinds.id`, ...visibilityChecks(plan)])}
      ORDER BY ${orderedBy(order, key, sql`n.seq`)} LIMIT ${end}
    ) AS f`
}

export function firstInOrder(kinds: readonly Kind[], order: Order, count: number): Sql {
  const by = orderedBy(order, sql`key`, sql`seq`)
  const firsts = kinds.length > maxMerged ? walk(kinds, everything, order, count) : mergedWalks(kinds, order, count)
  return sql`SELECT seq FROM (${firsts}) AS parts ORDER BY ${by} LIMIT ${count}`
}

/**
 * Returns SQL that reads the first objects of each kind with a separate query. PostgreSQL merges the queries and reads
 * only as many rows as the result contains. For a few rows, `walk` would be faster. For thousands of rows, `walk` would
 * take four times as long.
 */
function mergedWalks(kinds: readonly Kind[], order: Order, end: number): Sql {
  const key = sql`n.${order.column}`
  const by = orderedBy(order, key, sql`n.seq`)
  return unionAll(
    kinds.map(
      ({ id }) => sql`(SELECT n.seq, ${key} AS key FROM node n WHERE n.kind_id = ${id} ORDER BY ${by} LIMIT ${end})`,
    ),
  )
}

const everything = { isOpen: true, principals: 'system', active: null } as const

function collect(kinds: readonly Kind[], plan: QueryPlan, { column }: Order): Sql {
  const checks = [isOfKinds({ kinds }), ...visibilityChecks(plan)]
  return sql`SELECT n.seq, n.${column} AS key FROM node n WHERE ${allOf(checks)}`
}

export const visibilityChecks = (plan: CheckedParts): Sql[] => [
  ...accessChecks(plan),
  ...publicationChecks(plan, stored),
]
