import type { IndexValue } from '@plenum/core/ports'
import { list, type Sql, sql } from './sql.js'

/** An index value in the database: a boolean becomes 0 or 1. */
export type StorableValue = string | number

/**
 * The form of an index value in the database. NUL and lone surrogates, which SQLite texts cannot contain, are replaced
 * by U+FFFD, in stored values and in queries.
 */
export function toStorable(value: IndexValue): StorableValue {
  if (typeof value === 'string') return value.replaceAll('\0', '\ufffd').replace(/\p{Cs}/gu, '\ufffd')
  return Number(value)
}

/** The columns of `node` that repeat the smallest value of an index, by index name; for frequent sort keys. */
const sortColumns = new Map<string, Sql>([
  ['created', sql`index_created`],
  ['effective', sql`index_effective`],
  ['expires', sql`index_expires`],
  ['modified', sql`index_modified`],
  ['start', sql`index_start`],
  ['sortable_title', sql`index_sortable_title`],
])

/** Whether a column of `node` repeats an index. */
export const isRepeated = (index: string): boolean => sortColumns.has(index)

/** The column of `node` with the smallest value of an index; undefined where there is none. */
export const sortColumn = (index: string): Sql | undefined => sortColumns.get(index)

/** SQL for the smallest value of an index of `n`, or null. */
export function smallestOf(index: string): Sql {
  const column = sortColumns.get(index)
  return column
    ? sql`n.${column}`
    : sql`(SELECT min(i.value) FROM node_index i WHERE i.seq = n.seq AND i.name = ${index})`
}

/** Updates the columns that repeat index values. Run it after the rows of the indexes are written. */
export function repeatIndexes(seq: number): Sql {
  const smallest = [...sortColumns].map(
    ([name, column]) => sql`${column} = (SELECT min(value) FROM node_index WHERE seq = ${seq} AND name = ${name})`,
  )
  const greatest = sql`published_from = (SELECT max(value) FROM node_index WHERE seq = ${seq} AND name = 'effective')`
  return sql`UPDATE node SET ${list([...smallest, greatest])} WHERE seq = ${seq}`
}
