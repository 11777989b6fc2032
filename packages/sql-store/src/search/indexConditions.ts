import type { Condition, IndexValue } from '@plenum/core/ports'
import { toStorable } from '../indexValues.js'
import { allOf, among, type Sql, sql } from '../sql.js'

type Of<K extends Condition['kind']> = Extract<Condition, { kind: K }>

/** The condition as one that finds rows by the values of an index, instead of checking those that were found. */
export function findingBy(condition: Of<'any' | 'range'>): Sql {
  return sql`n.seq IN (SELECT i.seq FROM node_index i WHERE i.name = ${condition.index} AND ${valueFits(condition)})`
}

/** Condition on a value `i`. */
export function valueFits(condition: Of<'any' | 'range'>): Sql {
  return condition.kind === 'any' ? sql`i.value IN ${among(condition.values.map(toStorable))}` : inRange(condition)
}

/** The database puts all numbers before all texts: an end that is open to the other kind is closed between them. */
function inRange({ min, max }: Of<'range'>): Sql {
  const from = min === null ? [] : [sql`i.value >= ${toStorable(min)}`]
  const to = max === null ? [] : [sql`i.value <= ${toStorable(max)}`]
  if (min !== null && !isText(min) && (max === null || isText(max))) to.push(sql`i.value < ''`)
  if (max !== null && isText(max) && (min === null || !isText(min))) from.push(sql`i.value >= ''`)
  return allOf([...from, ...to])
}

const isText = (value: IndexValue): boolean => typeof value === 'string'
