import type { Condition } from '@plenum/core/ports'
import { toStorable } from '../../../shared/indexValues.js'
import { type ConditionDialect, compileWith } from '../../../shared/search/conditions/compileCondition.js'
import type { Sql } from '../../../shared/sql.js'
import { everything, type SearchScope } from './chunks.js'
import { compileEither } from './compileEither.js'
import { compileText } from './textMatch.js'

export const dialectIn = (scope: SearchScope): ConditionDialect => ({
  stored: toStorable,
  text: (query, column) => compileText(query, column, scope),
  either: conditions => compileEither(conditions, one => compileCondition(one, scope)),
})

/** Returns SQL that checks a condition for a node row `n` that another condition has found. */
export const compileCondition = (condition: Condition, scope: SearchScope = everything): Sql =>
  compileWith(dialectIn(scope), condition)
