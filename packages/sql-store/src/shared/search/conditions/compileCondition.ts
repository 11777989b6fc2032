import type { Condition, IndexValue, TextQuery } from '@plenum/core/ports'
import { atOrBelow, depthOf } from '../../content/nodeRows.js'
import { toStorable } from '../../indexValues.js'
import { allOf, among, type Sql, type StorableValue, sql } from '../../sql.js'

type Of<K extends Condition['kind']> = Extract<Condition, { kind: K }>

export type TextColumn = Of<'text'>['in']

export type Stored = (value: IndexValue) => StorableValue

export interface ConditionDialect {
  readonly stored: Stored
  text(query: TextQuery, column: TextColumn): Sql
  /** Returns SQL that is true if `n` satisfies at least one of the conditions. */
  either(conditions: readonly Condition[]): Sql
}

/** Returns SQL that checks a condition for the node `n`. The result must agree with `matchesQuery` in core. */
export function compileWith(dialect: ConditionDialect, condition: Condition): Sql {
  const { stored } = dialect
  switch (condition.kind) {
    case 'any':
      return sql`EXISTS (SELECT 1 FROM ${ownValues(condition.index)} AND ${isAmong(condition.values, stored)})`
    case 'range':
      return sql`EXISTS (SELECT 1 FROM ${ownValues(condition.index)} AND ${isInRange(condition, stored)})`
    case 'sameOccurrence':
      return isSameOccurrence(condition, stored)
    case 'all':
      return sql`(SELECT count(*) FROM ${ownValues(condition.index)} AND ${isAmong(condition.values, stored)}) = ${new Set(condition.values.map(toStorable)).size}`
    case 'text':
      return dialect.text(condition.query, condition.in)
    case 'below':
      return isBelow(condition)
    case 'either':
      return dialect.either(condition.conditions)
    case 'at':
      return sql`n.path IN ${among(condition.paths)}`
    case 'not':
      // NOT is not used, because it yields NULL for a missing value. A missing value must satisfy the negation.
      return sql`(${compileWith(dialect, condition.condition)} IS NOT TRUE)`
    case 'active':
      return isActive({ from: condition.at, until: condition.at }, stored)
    case 'nothing':
      return sql`false`
  }
}

/**
 * Returns SQL that is true if a single occurrence of an event matches both ranges. The start times and the end times of
 * the occurrences have the same order. It is therefore sufficient to compare how many of these times are before the
 * limits of the ranges.
 */
function isSameOccurrence({ startsFrom, startsUntil, endsFrom, endsUntil }: Of<'sameOccurrence'>, stored: Stored): Sql {
  const count = (index: string) => sql`SELECT count(*) FROM ${ownValues(index)}`
  const before = (index: string, bound: IndexValue | null) =>
    bound === null ? sql`0` : sql`(${count(index)} AND i.value < ${stored(bound)})`
  const upTo = (index: string, bound: IndexValue | null) =>
    bound === null ? sql`(${count(index)})` : sql`(${count(index)} AND i.value <= ${stored(bound)})`
  return sql`(${before('start', startsFrom)} < ${upTo('end', endsUntil)} AND ${before('end', endsFrom)} < ${upTo('start', startsUntil)})`
}

const ownValues = (index: string): Sql => sql`node_index i WHERE i.seq = n.seq AND i.name = ${index}`

/**
 * Returns an SQL condition that is true if an indexed value of an object is among the given values. The condition
 * prevents the use of the database index: an object has few indexed values to check, whereas SQLite would look up each
 * of the given values in the database index.
 */
const isAmong = (values: readonly IndexValue[], stored: Stored): Sql =>
  sql`{unindexed}i.value IN ${amongStored(values, stored)}`

const amongStored = (values: readonly IndexValue[], stored: Stored): Sql => among([...new Set(values.map(stored))])

export function valueFits(condition: Of<'any' | 'range'>, stored: Stored): Sql {
  const fits =
    condition.kind === 'any' ? sql`i.value IN ${amongStored(condition.values, stored)}` : isInRange(condition, stored)
  return sql`i.name = ${condition.index} AND ${fits}`
}

/**
 * Returns SQL that is true for values in a range. Numbers sort before strings. If one end of the range is open, the
 * smallest string limits the range to values of the same type as the other end.
 */
function isInRange({ min, max }: Of<'range'>, stored: Stored): Sql {
  const from = min === null ? [] : [sql`i.value >= ${stored(min)}`]
  const to = max === null ? [] : [sql`i.value <= ${stored(max)}`]
  if (min !== null && !isText(min) && (max === null || isText(max))) to.push(sql`i.value < ${stored('')}`)
  if (max !== null && isText(max) && (min === null || !isText(min))) from.push(sql`i.value >= ${stored('')}`)
  return allOf([...from, ...to])
}

const isText = (value: IndexValue): boolean => typeof value === 'string'

function isBelow({ path, depth }: Of<'below'>): Sql {
  if (depth === 'children') return sql`n.parent = ${path}`
  if (depth === 0) return sql`n.path = ${path}`
  return depth === null ? atOrBelow(path) : sql`(${atOrBelow(path)} AND n.depth <= ${depthOf(path) + depth})`
}

/** Returns SQL that is true if `n` is published at or before `from` and expires after `until`. */
export const isActive = ({ from, until }: { readonly from: number; readonly until: number }, stored: Stored): Sql =>
  sql`(coalesce(n.published_from <= ${stored(from)}, true) AND coalesce(n.index_expires > ${stored(until)}, true))`
