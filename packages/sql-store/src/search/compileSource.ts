import type { Condition, Sort } from '@plenum/core/ports'
import { allOf, type Sql, sql } from '../sql.js'
import { activeIn, checksOfAccess, checksOfKind } from './checks.js'
import { compileCondition } from './compileCondition.js'
import { type Finder, finderOf } from './finders.js'
import type { Look } from './look.js'
import type { Asked } from './readQuery.js'
import { type Found, inStretch, type Stretch } from './stretches.js'

/** FROM and WHERE of a search, whose hits are rows `n` of nodes. */
export interface Source {
  /** Null where rows are found in another order: then a search cannot go stretch by stretch. */
  readonly found: Found | null
  rows(stretch: Stretch): Sql
  /** The rows of nodes, with all that the order looks at, for those with a `seq`. */
  readonly nodes: Sql
}

/**
 * The source of the hits of a query. This decides what finds the rows, because the planner of SQLite does not know how
 * common values are: it would first collect all rows of each condition.
 */
export function compileSource(asked: Asked, sort: readonly Sort[], look: Look): Source {
  const finder = finderOf(asked, look)
  const { where, seq, settles } = finder
  const others = asked.others.filter(condition => condition !== settles)
  const ofKind = settles === 'kinds' ? [] : checksOfKind(asked)
  const isWhole = sort.some(isOfPath)
  const from = rowsOf(finder, isWhole || others.some(needsPath))
  return {
    found: seq && foundBy(finder, seq),
    nodes: nodesBySeq(isWhole),
    rows: stretch => {
      const checks = [...activeIn(asked), ...ofKind, ...checksOfAccess(asked)]
      const more = others.map(condition => compileCondition(condition, { ...look, stretch }))
      const all = allOf([where, ...(seq ? inStretch(seq, stretch) : []), ...checks, ...more])
      return sql`FROM ${from} WHERE ${all}`
    },
  }
}

/** Where the rows of nodes are looked at at once, stretches are those of all nodes. */
function foundBy({ from, where, seq }: Finder, bySeq: Sql): Found {
  return from && seq ? { from, where, seq } : { from: sql`node n INDEXED BY node_by_seq`, where: sql`1`, seq: bySeq }
}

/** One index has all that most checks and orders look at, on far fewer pages than the table. */
const nodesBySeq = (isWhole: boolean): Sql => (isWhole ? sql`node n NOT INDEXED` : sql`node n INDEXED BY node_by_seq`)

function rowsOf({ from, rows, seq }: Finder, isWhole: boolean): Sql {
  if (rows) return rows
  const all = nodesBySeq(isWhole)
  return from && seq ? sql`${from} CROSS JOIN ${all} ON n.seq = ${seq}` : all
}

function needsPath(condition: Condition): boolean {
  if (condition.kind === 'not') return needsPath(condition.condition)
  if (condition.kind === 'either') return condition.conditions.some(needsPath)
  return condition.kind === 'below' || condition.kind === 'at'
}

const isOfPath = ({ by }: Sort): boolean => by === 'path' || by === 'position' || by === 'relevance'
