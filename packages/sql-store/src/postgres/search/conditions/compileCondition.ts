import type { Condition } from '@plenum/core/ports'
import { depthOf } from '../../../shared/content/depthOf.js'
import { atOrBelow } from '../../../shared/content/nodeRows.js'
import { toStorable } from '../../../shared/indexValues.js'
import { among, type Sql, sql } from '../../../shared/sql.js'
import { storedValue } from '../../storedValue.js'
import { compileEither } from './compileEither.js'
import { valueFits } from './indexConditions.js'
import { matchesWithoutWords, textHits } from './textMatch.js'

type Of<K extends Condition['kind']> = Extract<Condition, { kind: K }>

/** A search condition as SQL on the row `n` of a node. It must agree with `matchesQuery` of core. */
export function compileCondition(condition: Condition): Sql {
  switch (condition.kind) {
    case 'any':
    case 'range':
      return sql`EXISTS (SELECT 1 FROM node_index i WHERE i.seq = n.seq AND ${valueFits(condition)})`
    case 'all':
      return everyOf(condition)
    case 'text':
      return compileText(condition)
    case 'below':
      return isBelow(condition)
    case 'either':
      return compileEither(condition.conditions, compileCondition)
    case 'at':
      return sql`n.path IN ${among(condition.paths)}`
    case 'not':
      // IS NOT TRUE instead of NOT: a comparison with a missing value is NULL, which counts as false here.
      return sql`(${compileCondition(condition.condition)} IS NOT TRUE)`
    case 'active':
      return isActive({ from: condition.at, until: condition.at })
    case 'nothing':
      return sql`false`
  }
}

function everyOf({ index, values }: Of<'all'>): Sql {
  const distinctCount = new Set(values.map(toStorable)).size
  return sql`(
    SELECT count(*) FROM node_index i WHERE i.seq = n.seq AND ${valueFits({ kind: 'any', index, values })}
  ) = ${distinctCount}`
}

function compileText({ query, in: column }: Of<'text'>): Sql {
  return matchesWithoutWords(query)
    ? sql`n.seq NOT IN (${textHits({ kind: 'not', part: query }, column)})`
    : sql`n.seq IN (${textHits(query, column)})`
}

/** Published at `from` or before, and expiring after `until`. */
export function isActive({ from, until }: { readonly from: number; readonly until: number }): Sql {
  const [published, expired] = [storedValue(from), storedValue(until)]
  return sql`(coalesce(n.published_from <= ${published}, true) AND coalesce(n.index_expires > ${expired}, true))`
}

function isBelow({ path, depth }: Of<'below'>): Sql {
  if (depth === 'children') return sql`n.parent = ${path}`
  if (depth === 0) return sql`n.path = ${path}`
  return depth === null ? atOrBelow(path) : sql`(${atOrBelow(path)} AND n.depth <= ${depthOf(path) + depth})`
}
