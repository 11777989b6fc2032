import type { CatalogQuery } from '@plenum/core/ports'
import { toStorable } from '../../shared/indexValues.js'
import { accessChecks, type Kind, publicationChecks, type QueryPlan } from '../../shared/search/planQuery.js'
import { isRare, maxEnd, maxMerged, type Order, orderedBy, orderOf } from '../../shared/search/sortOrder.js'
import { visibleTo } from '../../shared/search/visibleTo.js'
import { allOf, among, type Sql, sql, unionAll } from '../../shared/sql.js'

/**
 * Returns SQL for a page of a query whose plan has no `otherConditions`. The columns are `seq` and the sort key `key`.
 * Returns null if no index provides the sort order.
 */
export function sortedPage(plan: QueryPlan, { sort = [], start = 0, size }: CatalogQuery): Page | null {
  const order = orderOf(sort)
  if (order === null || size === undefined) return null
  const end = start + size
  const isFar = end > maxEnd
  if (isFar && plan.kinds.length > maxMerged) return null
  const parts = isFar ? plan.kinds.map(kind => inOrder(kind, plan, order)) : nearParts(plan, order, end)
  const rows = sql`${unionAll(parts)} ORDER BY ${orderedBy(order, sql`key`, sql`seq`)} LIMIT ${size} OFFSET ${start}`
  return { rows, by: orderedBy(order, sql`h.key`, sql`h.seq`) }
}

function nearParts(plan: QueryPlan, order: Order, end: number): readonly Sql[] {
  const [rare, frequent] = partition(plan.kinds, kind => isRare(kind, end))
  const [open, restricted] = partition(frequent, ({ objects, visible }) => objects === visible)
  return [
    ...(open.length > 0 ? [walk(open, { ...plan, isOpen: true }, order, end)] : []),
    ...(restricted.length > 0 ? [walk(restricted, plan, order, end)] : []),
    ...(rare.length > 0 ? [collect(rare, plan, order)] : []),
  ]
}

export interface Page {
  readonly rows: Sql
  readonly by: Sql
}

function walk(kinds: readonly Kind[], plan: QueryPlan, order: Order, end: number): Sql {
  const { index, column } = order
  return sql`
    SELECT f.seq, f.${column} AS key FROM json_each(${JSON.stringify(kinds.map(({ id }) => id))}) k
    CROSS JOIN node f ON f.seq IN (
      SELECT n.seq FROM node n INDEXED BY ${index}
      WHERE ${allOf([sql`n.kind_id = k.value`, ...accessChecks(plan), ...publicationChecks(plan, toStorable)])}
      ORDER BY ${orderedBy(order, sql`n.${column}`, sql`n.seq`)} LIMIT ${end})`
}

type CheckedParts = Pick<QueryPlan, 'principals' | 'active'>

/**
 * Returns SQL for the objects of a kind in sort order. If all parts of a union are sorted, SQLite stops reading at
 * the end of the page.
 */
function inOrder({ id, objects, visible }: Kind, plan: CheckedParts, { index, column }: Order): Sql {
  const access = accessChecks({ ...plan, isOpen: objects === visible })
  return sql`
    SELECT n.seq AS seq, n.${column} AS key FROM node n INDEXED BY ${index}
    WHERE ${allOf([sql`n.kind_id = ${id}`, ...access, ...publicationChecks(plan, toStorable)])}`
}

export function firstInOrder(kinds: readonly Kind[], order: Order, count: number): Sql {
  const parts = kinds.map(kind => inOrder(kind, { principals: 'system', active: null }, order))
  return sql`
    SELECT json_group_array(seq) AS seqs FROM (${unionAll(parts)} ORDER BY ${orderedBy(order, sql`key`, sql`seq`)} LIMIT ${count})`
}

function collect(kinds: readonly Kind[], plan: QueryPlan, { column }: Order): Sql {
  const access = plan.principals === 'system' ? [] : [sql`n.access_id ${visibleTo(plan.principals)}`]
  return sql`
    SELECT n.seq, n.${column} AS key FROM node n INDEXED BY node_by_access
    WHERE ${allOf([...access, sql`n.kind_id IN ${among(kinds.map(({ id }) => id))}`, ...publicationChecks(plan, toStorable)])}`
}

function partition<T>(all: readonly T[], isFirst: (one: T) => boolean): readonly [T[], T[]] {
  return [all.filter(isFirst), all.filter(one => !isFirst(one))]
}
