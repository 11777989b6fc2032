import type { Condition, Sort } from '@plenum/core/ports'
import { allOf, type Sql, sql } from '../sql.js'
import { activeIn, checksOfAccess, checksOfKind } from './checks.js'
import { compileCondition } from './compileCondition.js'
import { type Finder, finderOf } from './finders.js'
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
export function compileSource(asked: Asked, sort: readonly Sort[]): Source {
  const finder = finderOf(asked)
  const { where, seq, settles } = finder
  const others = asked.others.filter(condition => condition !== settles)
  const ofKind = settles === 'kinds' ? [] : checksOfKind(asked)
  const from = rowsOf(finder, others.some(needsPath) || sort.some(isOfPath))
  return {
    found: seq && { from: finder.from ?? from, where },
    rows: stretch => {
      const checks = [...activeIn(asked), ...ofKind, ...checksOfAccess(asked)]
      const more = others.map(condition => compileCondition(condition, stretch))
      const all = allOf([where, ...(seq ? inStretch(seq, stretch) : []), ...checks, ...more])
      return sql`FROM ${from} WHERE ${all}`
    },
  }
}

/** The rows of nodes. One index has all that most checks and orders look at, on far fewer pages than the table. */
function rowsOf({ from, rows, seq }: Finder, isWhole: boolean): Sql {
  if (rows) return rows
  const all = isWhole ? sql`node n NOT INDEXED` : sql`node n INDEXED BY node_by_seq`
  return from && seq ? sql`${from} CROSS JOIN ${all} ON n.seq = ${seq}` : all
}

function needsPath(condition: Condition): boolean {
  if (condition.kind === 'not') return needsPath(condition.condition)
  if (condition.kind === 'either') return condition.conditions.some(needsPath)
  return condition.kind === 'below' || condition.kind === 'at'
}

const isOfPath = ({ by }: Sort): boolean => by === 'path' || by === 'position' || by === 'relevance'
