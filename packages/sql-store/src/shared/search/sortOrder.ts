import type { Sort } from '@plenum/core/ports'
import { sortColumn } from '../indexValues.js'
import { list, type Sql, sql } from '../sql.js'
import { inDirection } from './conditions/sortTerms.js'
import type { Kind } from './planQuery.js'

export interface Order {
  readonly index: Sql
  readonly column: Sql
  readonly descending: boolean
  /** Whether every object has a value for this sort key, such as the creation time. */
  readonly isAlwaysSet: boolean
}

const indexes = new Map<string, Sql>([
  ['created', sql`node_by_created`],
  ['effective', sql`node_by_effective`],
  ['modified', sql`node_by_modified`],
  ['sortable_title', sql`node_by_title`],
  ['start', sql`node_by_start`],
])

export function orderOf([first, ...others]: readonly Sort[]): Order | null {
  if (first === undefined) return { index: sql`node_by_kind`, column: sql`seq`, descending: false, isAlwaysSet: true }
  const [index, column] = [indexes.get(first.by), sortColumn(first.by)]
  if (!index || !column || others.length > 0) return null
  return { index, column, descending: first.descending, isAlwaysSet: false }
}

/**
 * The maximum end position of a page that is read from the indexes. For each kind, up to this number of objects is
 * read.
 */
export const maxEnd = 1000
/** The maximum number of kinds that a statement merges. */
export const maxMerged = 100

/**
 * Whether collecting all visible objects of a kind is cheaper than reading the index in order. For a page of 25 hits,
 * about `25 * objects / visible` rows are read, and reading a row costs a twentieth of collecting an object.
 */
export const isRare = ({ objects, visible }: Kind, end: number): boolean =>
  visible < objects && visible * visible * 20 < end * objects

/**
 * Returns the ORDER BY term. The NULLS clause is omitted for values that are always set, because PostgreSQL could not
 * use the index for a term with this clause.
 */
export const orderedBy = ({ descending, isAlwaysSet }: Order, key: Sql, seq: Sql): Sql =>
  list([isAlwaysSet ? key : inDirection(key, descending), seq])
