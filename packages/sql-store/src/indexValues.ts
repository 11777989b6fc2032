import type { IndexValue } from '@plenum/core/ports'
import { list, type Sql, sql } from './sql.js'

/** A value of an index as the database keeps it: a truth value is 0 or 1. */
export type StorableValue = string | number

/**
 * What a text of the database cannot hold whole, NUL and lone surrogates, is replaced, here and when it is asked for.
 */
export function toStorable(value: IndexValue): StorableValue {
  if (typeof value === 'string') return value.replaceAll('\0', '\ufffd').replace(/\p{Cs}/gu, '\ufffd')
  return Number(value)
}

/** Columns of `node` by the index whose smallest value they repeat: what is often sorted by. */
const sortColumns = new Map<string, Sql>([
  ['effective', sql`index_effective`],
  ['expires', sql`index_expires`],
  ['modified', sql`index_modified`],
  ['start', sql`index_start`],
  ['sortable_title', sql`index_sortable_title`],
])

/** The smallest value of an index of `n`, or null. */
export function smallestOf(index: string): Sql {
  const column = sortColumns.get(index)
  return column
    ? sql`n.${column}`
    : sql`(SELECT min(i.value) FROM node_index i WHERE i.seq = n.seq AND i.name = ${index})`
}

/** Writes the columns that repeat index values, once the rows of the indexes are written. */
export function repeatIndexes(seq: number): Sql {
  const smallest = [...sortColumns].map(
    ([name, column]) => sql`${column} = (SELECT min(value) FROM node_index WHERE seq = ${seq} AND name = ${name})`,
  )
  const greatest = sql`published_from = (SELECT max(value) FROM node_index WHERE seq = ${seq} AND name = 'effective')`
  return sql`UPDATE node SET ${list([...smallest, greatest])} WHERE seq = ${seq}`
}
