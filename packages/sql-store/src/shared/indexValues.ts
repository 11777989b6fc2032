import type { IndexValue } from '@plenum/core/ports'
import { type Sql, type StorableValue, sql } from './sql.js'

/**
 * Converts an index value for storage and queries. NUL and lone surrogates, which SQLite strings cannot contain, are
 * replaced with U+FFFD.
 */
export function toStorable(value: IndexValue): StorableValue {
  if (typeof value !== 'string') return Number(value)
  if (!value.includes('\0') && !anySurrogate.test(value)) return value
  return value.replaceAll('\0', '\ufffd').replace(/\p{Cs}/gu, '\ufffd')
}

/**
 * Matches all strings that may contain a lone surrogate. The pattern also matches surrogates in valid pairs, so the
 * characters of matching strings are then checked individually.
 */
const anySurrogate = /[\ud800-\udfff]/

/** The columns of `node` that duplicate the smallest value of each node in an index, for frequent sort keys. */
const sortColumns = new Map<string, Sql>([
  ['created', sql`index_created`],
  ['effective', sql`index_effective`],
  ['expires', sql`index_expires`],
  ['modified', sql`index_modified`],
  ['start', sql`index_start`],
  ['sortable_title', sql`index_sortable_title`],
])

export const duplicatedIndexes: readonly string[] = [...sortColumns.keys()]

/**
 * Returns the column that duplicates the smallest value of each node in the index, or undefined if no such column
 * exists.
 */
export const sortColumn = (index: string): Sql | undefined => sortColumns.get(index)

/** Returns SQL for the smallest value of `n` in an index. The SQL evaluates to NULL if `n` has no value. */
export function smallestOf(index: string): Sql {
  const column = sortColumns.get(index)
  return column
    ? sql`n.${column}`
    : sql`(SELECT min(i.value) FROM node_index i WHERE i.seq = n.seq AND i.name = ${index})`
}

export interface DuplicateColumn {
  readonly column: Sql
  readonly value: StorableValue | null
}

export function duplicateColumns(index: string, values: readonly StorableValue[]): readonly DuplicateColumn[] {
  const column = sortColumns.get(index)
  if (!column) return []
  const ascending = values.toSorted(compareStored)
  const duplicate = { column, value: ascending[0] ?? null }
  return index === 'effective'
    ? [duplicate, { column: sql`published_from`, value: ascending.at(-1) ?? null }]
    : [duplicate]
}

/** Compares values in the order of the database: numbers before strings, and strings by their bytes. */
function compareStored(a: StorableValue, b: StorableValue): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b
  if (typeof a === 'string' && typeof b === 'string') return Buffer.compare(Buffer.from(a), Buffer.from(b))
  return typeof a === 'number' ? -1 : 1
}

export type IndexRow = readonly [name: string, value: StorableValue]
