import type { Condition, IndexValue } from '@plenum/core/ports'
import { toStorable } from '../../../shared/indexValues.js'
import { allOf, among, type Sql, sql } from '../../../shared/sql.js'
import { storedValue, textStart } from '../../storedValue.js'

type Of<K extends Condition['kind']> = Extract<Condition, { kind: K }>

/** A condition on a row `i` of index values. */
export function valueFits(condition: Of<'any' | 'range'>): Sql {
  const fits = condition.kind === 'any' ? sql`i.value IN ${among(storedValues(condition.values))}` : inRange(condition)
  return sql`i.name = ${condition.index} AND ${fits}`
}

const stored = (value: IndexValue): string => storedValue(toStorable(value)) ?? ''
const storedValues = (values: readonly IndexValue[]): string[] => [...new Set(values.map(stored))]

/** An open end gets a limit between numbers and texts, which a range never crosses. */
function inRange({ min, max }: Of<'range'>): Sql {
  const from = min === null ? [] : [sql`i.value >= ${stored(min)}`]
  const to = max === null ? [] : [sql`i.value <= ${stored(max)}`]
  if (min !== null && !isText(min) && (max === null || isText(max))) to.push(sql`i.value < ${textStart}`)
  if (max !== null && isText(max) && (min === null || !isText(min))) from.push(sql`i.value >= ${textStart}`)
  return allOf([...from, ...to])
}

const isText = (value: IndexValue): boolean => typeof value === 'string'
