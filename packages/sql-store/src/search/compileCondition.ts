import type { Condition, IndexValue } from '@plenum/core'
import { depthOf } from '../depthOf.js'
import { kept } from '../indexValues.js'
import { atOrBelow } from '../nodeRows.js'
import { allOf, among, oneOf, type Sql, sql } from '../sql.js'
import { compileText } from './compileText.js'

type Of<K extends Condition['kind']> = Extract<Condition, { kind: K }>

/**
 * A condition of a search as a check of the row `n` of a node, for rows that something else has found. Means what
 * `matchesQuery` of core says.
 */
export function compileCondition(condition: Condition): Sql {
  switch (condition.kind) {
    case 'any':
    case 'range':
      return hasValue(condition.index, valueFits(condition))
    case 'all':
      return everyOf(condition)
    case 'text':
      return compileText(condition.query, condition.in)
    case 'below':
      return isBelow(condition)
    case 'either':
      return oneOf(condition.conditions.map(alternative))
    case 'not':
      // What compares with a value that is missing is neither true nor false, and both mean that it does not hold.
      return sql`(${compileCondition(condition.condition)} IS NOT TRUE)`
    case 'active':
      return sql`(ifnull(n.published_from <= ${condition.at}, 1) AND ifnull(n.index_expires > ${condition.at}, 1))`
    case 'nothing':
      return sql`0`
  }
}

/** The condition as one that finds rows by the values of an index, instead of checking those that were found. */
export function findingBy(condition: Of<'any' | 'range'>): Sql {
  return sql`n.seq IN (SELECT i.seq FROM node_index i WHERE i.name = ${condition.index} AND ${valueFits(condition)})`
}

/** Condition on a value `i`. */
export function valueFits(condition: Of<'any' | 'range'>): Sql {
  return condition.kind === 'any' ? sql`i.value IN ${among(condition.values.map(kept))}` : inRange(condition)
}

/** The database puts all numbers before all texts: an end that is open to the other kind is closed between them. */
function inRange({ min, max }: Of<'range'>): Sql {
  const from = min === null ? [] : [sql`i.value >= ${kept(min)}`]
  const to = max === null ? [] : [sql`i.value <= ${kept(max)}`]
  if (min !== null && !isText(min) && (max === null || isText(max))) to.push(sql`i.value < ''`)
  if (max !== null && isText(max) && (min === null || !isText(min))) from.push(sql`i.value >= ''`)
  return allOf([...from, ...to])
}

const isText = (value: IndexValue): boolean => typeof value === 'string'

function hasValue(index: string, fits: Sql): Sql {
  return sql`EXISTS (SELECT 1 FROM node_index i WHERE i.seq = n.seq AND i.name = ${index} AND ${fits})`
}

/** When each alternative finds rows by an index of the database, so do all of them together. */
function alternative(condition: Condition): Sql {
  return condition.kind === 'any' || condition.kind === 'range' ? findingBy(condition) : compileCondition(condition)
}

function everyOf({ index, values }: Of<'all'>): Sql {
  const wanted = [...new Set(values.map(kept))]
  return sql`(SELECT count(*) FROM node_index i WHERE i.seq = n.seq AND i.name = ${index} AND i.value IN ${among(wanted)}) = ${wanted.length}`
}

function isBelow({ path, depth }: Of<'below'>): Sql {
  if (depth === 'children') return sql`n.parent = ${path}`
  if (depth === 0) return sql`n.path = ${path}`
  return depth === null ? atOrBelow(path) : sql`(${atOrBelow(path)} AND n.depth <= ${depthOf(path) + depth})`
}
