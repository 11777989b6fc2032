import type { Condition, IndexValue } from '@plenum/core/ports'
import { depthOf } from '../../../shared/content/depthOf.js'
import { atOrBelow } from '../../../shared/content/nodeRows.js'
import { toStorable } from '../../../shared/indexValues.js'
import { among, type Sql, sql } from '../../../shared/sql.js'
import { compileEither } from './compileEither.js'
import { valueFits } from './indexConditions.js'
import { everything, type SearchScope } from './searchScope.js'
import { compileText } from './textMatch.js'

type Of<K extends Condition['kind']> = Extract<Condition, { kind: K }>

/**
 * A search condition as SQL that checks the row `n` of a node found by another condition. It must agree with
 * `matchesQuery` of core.
 */
export function compileCondition(condition: Condition, scope: SearchScope = everything): Sql {
  switch (condition.kind) {
    case 'any':
      return hasValue(condition.index, isAmong(condition.values))
    case 'range':
      return hasValue(condition.index, valueFits(condition))
    case 'all':
      return everyOf(condition)
    case 'text':
      return compileText(condition.query, condition.in, scope)
    case 'below':
      return isBelow(condition)
    case 'either':
      return compileEither(condition.conditions, one => compileCondition(one, scope))
    case 'at':
      return sql`n.path IN ${among(condition.paths)}`
    case 'not':
      // IS NOT TRUE instead of NOT: a comparison with a missing value is NULL, which counts as false here.
      return sql`(${compileCondition(condition.condition, scope)} IS NOT TRUE)`
    case 'active':
      return sql`(ifnull(n.published_from <= ${condition.at}, 1) AND ifnull(n.index_expires > ${condition.at}, 1))`
    case 'nothing':
      return sql`0`
  }
}

function hasValue(index: string, fits: Sql): Sql {
  return sql`EXISTS (SELECT 1 FROM node_index i WHERE i.seq = n.seq AND i.name = ${index} AND ${fits})`
}

/** The plus keeps SQLite from looking up each of many values in the index: a row has only few values to check. */
function isAmong(values: readonly IndexValue[]): Sql {
  return sql`+i.value IN ${among(values.map(toStorable))}`
}

function everyOf({ index, values }: Of<'all'>): Sql {
  const distinct = [...new Set(values.map(toStorable))]
  return sql`(SELECT count(*) FROM node_index i WHERE i.seq = n.seq AND i.name = ${index} AND ${isAmong(distinct)}) = ${distinct.length}`
}

function isBelow({ path, depth }: Of<'below'>): Sql {
  if (depth === 'children') return sql`n.parent = ${path}`
  if (depth === 0) return sql`n.path = ${path}`
  return depth === null ? atOrBelow(path) : sql`(${atOrBelow(path)} AND n.depth <= ${depthOf(path) + depth})`
}
