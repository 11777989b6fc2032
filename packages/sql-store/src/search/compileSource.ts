import { allOf, type Sql } from '../sql.js'
import { activeIn, checksOfAccess, checksOfKind } from './checks.js'
import { compileCondition } from './compileCondition.js'
import { finderOf } from './finders.js'
import type { Asked } from './readQuery.js'
import { inStretch, type Stretch } from './stretches.js'

/** What finds the rows `n` of a search in the order of creation, before they are checked. */
export interface Found {
  readonly from: Sql
  readonly where: Sql
}

/** FROM and WHERE of a search, whose hits are rows `n` of nodes. */
export interface Source {
  /** Null where rows are found in another order: then a search cannot go stretch by stretch. */
  readonly found: Found | null
  rows(stretch: Stretch): Sql
}

/**
 * The source of the hits of a query. This decides what finds the rows, because the planner of SQLite does not know how
 * common values are: it would first collect all rows of each condition.
 */
export function compileSource(asked: Asked): Source {
  const { from, join, where, seq, settles } = finderOf(asked)
  const others = asked.others.filter(condition => condition !== settles)
  const ofKind = settles === 'kinds' ? [] : checksOfKind(asked)
  return {
    found: seq && { from, where },
    rows: stretch => {
      const checks = [...activeIn(asked), ...ofKind, ...checksOfAccess(asked)]
      const more = others.map(condition => compileCondition(condition, stretch))
      return allOfRows([from, join], [where, ...(seq ? inStretch(seq, stretch) : []), ...checks, ...more])
    },
  }
}

function allOfRows([from, join]: readonly [Sql, Sql], conditions: readonly Sql[]): Sql {
  const where = allOf(conditions)
  return { text: `FROM ${from.text}${join.text} WHERE ${where.text}`, values: [...from.values, ...where.values] }
}
