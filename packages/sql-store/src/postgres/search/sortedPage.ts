import type { CatalogQuery, Sort } from '@plenum/core/ports'
import { sortColumn } from '../../indexValues.js'
import type { Kind } from '../../search/kinds.js'
import type { Asked } from '../../search/readQuery.js'
import { seenBy } from '../../search/seenBy.js'
import { allOf, among, rowsOf, type Sql, sql } from '../../sql.js'
import { isActive } from './compileCondition.js'

/** Columns of `node` by which an index has the objects of each kind in order. */
const indexed = new Set(['created', 'effective', 'modified', 'sortable_title', 'start'])

export interface Order {
  readonly column: Sql
  readonly descending: boolean
}

/** Null where no index has this order. */
export function orderOf([first, ...others]: readonly Sort[]): Order | null {
  if (first === undefined) return { column: sql`seq`, descending: false }
  const column = indexed.has(first.by) ? sortColumn(first.by) : undefined
  return column && others.length === 0 ? { column, descending: first.descending } : null
}

/** Pages up to this end are taken from the indexes: each kind gives as many objects. */
export const maxEnd = 1000

/**
 * A selection of `seq` and `place` of the hits of a page; for queries without other conditions. Null where no index has this
 * order.
 */
export function sortedPage(asked: Asked, { sort = [], start = 0, size }: CatalogQuery): Sql | null {
  const order = orderOf(sort)
  if (order === null || size === undefined || start + size > maxEnd) return null
  const end = start + size
  const rare = asked.kinds.filter(kind => isRare(kind, end))
  const frequent = asked.kinds.filter(kind => !isRare(kind, end))
  const parts = [
    ...(frequent.length > 0 ? [walk(frequent, asked, { order, end })] : []),
    ...(rare.length > 0 ? [collect(rare, asked, order)] : []),
  ]
  const by = order.descending ? sql`key DESC NULLS LAST, seq` : sql`key NULLS FIRST, seq`
  return sql`
    SELECT p.seq, row_number() OVER (ORDER BY ${by}) AS place FROM (
      SELECT * FROM (${parts.reduce((all, one) => sql`${all} UNION ALL ${one}`)}) AS parts
      ORDER BY ${by} LIMIT ${size} OFFSET ${start}
    ) AS p`
}

/**
 * Whether it costs less to collect all objects of a kind that the caller may find than to walk along the index: then 25
 * hits are expected after `25 * objects / seen` rows, each a twentieth of the cost of a collected one.
 */
function isRare({ objects, seen }: Kind, end: number): boolean {
  return seen < objects && seen * seen * 20 < end * objects
}

interface Walk {
  readonly order: Order
  readonly end: number
}

type Checked = Pick<Asked, 'isOpen' | 'principals' | 'active'>

/** The first objects of each kind. */
function walk(kinds: readonly Kind[], asked: Checked, { order: { column, descending }, end }: Walk): Sql {
  const by = descending ? sql`n.${column} DESC NULLS LAST, n.seq` : sql`n.${column} NULLS FIRST, n.seq`
  return sql`
    SELECT f.seq, f.key FROM (SELECT k.value AS id FROM (SELECT value FROM ${rowsOf(kinds.map(({ id }) => id))}) AS k) AS kinds
    CROSS JOIN LATERAL (
      SELECT n.seq, n.${column} AS key FROM node n WHERE ${allOf([sql`n.kind_id = kinds.id`, ...checksOf(asked)])}
      ORDER BY ${by} LIMIT ${end}
    ) AS f`
}

/** A selection of numbers as one text `{1,2}`: the driver takes longer for many rows. */
export const listOf = (seqs: Sql): Sql => sql`SELECT ARRAY (${seqs})::text AS seqs`

/** Such a list of the `seq` of the first objects of some kinds in an order, whoever may find them. */
export function firstInOrder(kinds: readonly Kind[], order: Order, count: number): Sql {
  const by = order.descending ? sql`key DESC NULLS LAST, seq` : sql`key NULLS FIRST, seq`
  const firsts = walk(kinds, everything, { order, end: count })
  return listOf(sql`SELECT seq FROM (${firsts}) AS parts ORDER BY ${by} LIMIT ${count}`)
}

const everything = { isOpen: true, principals: 'system', active: null } as const

function collect(kinds: readonly Kind[], asked: Asked, { column }: Order): Sql {
  const ofKind = sql`n.kind_id IN ${among(kinds.map(({ id }) => id))}`
  return sql`SELECT n.seq, n.${column} AS key FROM node n WHERE ${allOf([ofKind, ...checksOf(asked)])}`
}

/** Conditions on the rows `n` of nodes: who may find them, and their dates. */
export function checksOf({ isOpen, principals, active }: Checked): Sql[] {
  const access = isOpen || principals === 'system' ? [] : [sql`n.access_id ${seenBy(principals)}`]
  return active === null ? access : [...access, isActive(active)]
}
