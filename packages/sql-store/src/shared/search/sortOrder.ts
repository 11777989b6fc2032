import type { Sort } from '@plenum/core/ports'
import { sortColumn } from '../indexValues.js'
import { list, type Sql, sql } from '../sql.js'
import { inDirection } from './conditions/sortTerms.js'
import type { Kind } from './kinds.js'

/** A database index that sorts the objects of each kind. */
export interface Order {
  readonly index: Sql
  readonly column: Sql
  readonly descending: boolean
  /** Whether every object has a value, as with the order of creation. */
  readonly isAlwaysSet: boolean
}

const indexes = new Map<string, Sql>([
  ['created', sql`node_by_created`],
  ['effective', sql`node_by_effective`],
  ['modified', sql`node_by_modified`],
  ['sortable_title', sql`node_by_title`],
  ['start', sql`node_by_start`],
])

/** Null if no index has this order. */
export function orderOf([first, ...others]: readonly Sort[]): Order | null {
  if (first === undefined) return { index: sql`node_by_kind`, column: sql`seq`, descending: false, isAlwaysSet: true }
  const [index, column] = [indexes.get(first.by), sortColumn(first.by)]
  if (!index || !column || others.length > 0) return null
  return { index, column, descending: first.descending, isAlwaysSet: false }
}

/** Pages up to this end are read from the indexes: each kind contributes as many objects. */
export const maxEnd = 1000
/** A statement cannot merge very many kinds. */
export const maxMerged = 100

/**
 * Whether collecting all visible objects of a kind is cheaper than walking the index: 25 hits are expected after `25 *
 * objects / visible` rows, each a twentieth of the cost of a collected one.
 */
export const isRare = ({ objects, visible }: Kind, end: number): boolean =>
  visible < objects && visible * visible * 20 < end * objects

/** An ORDER BY. A NULLS clause would prevent PostgreSQL from using the index for values that are always set. */
export const orderedBy = ({ descending, isAlwaysSet }: Order, key: Sql, seq: Sql): Sql =>
  list([isAlwaysSet ? key : inDirection(key, descending), seq])
