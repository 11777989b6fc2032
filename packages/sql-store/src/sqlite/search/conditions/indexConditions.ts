import type { Condition, IndexValue } from '@plenum/core/ports'
import { toStorable } from '../../../shared/indexValues.js'
import { allOf, among, type Sql, sql } from '../../../shared/sql.js'

type Of<K extends Condition['kind']> = Extract<Condition, { kind: K }>

/** A condition that finds rows `n` through the index; `compileCondition` only checks rows. */
export function findingBy(condition: Of<'any' | 'range'>): Sql {
  return sql`n.seq IN (SELECT i.seq FROM node_index i WHERE i.name = ${condition.index} AND ${valueFits(condition)})`
}

/** A condition on a row `i` of index values. */
export function valueFits(condition: Of<'any' | 'range'>): Sql {
  return condition.kind === 'any' ? sql`i.value IN ${among(condition.values.map(toStorable))}` : inRange(condition)
}

/** SQLite sorts all numbers before all texts. An open end therefore gets a limit at `''`, between the two. */
function inRange({ min, max }: Of<'range'>): Sql {
  const from = min === null ? [] : [sql`i.value >= ${toStorable(min)}`]
  const to = max === null ? [] : [sql`i.value <= ${toStorable(max)}`]
  if (min !== null && !isText(min) && (max === null || isText(max))) to.push(sql`i.value < ''`)
  if (max !== null && isText(max) && (min === null || !isText(min))) from.push(sql`i.value >= ''`)
  return allOf([...from, ...to])
}

const isText = (value: IndexValue): boolean => typeof value === 'string'
