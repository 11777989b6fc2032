import { allOf, type Sql, sql } from '../sql.js'
import { activeIn, checksOfAccess, checksOfKind } from './checks.js'
import { compileCondition } from './compileCondition.js'
import { type Finder, finderOf } from './finders.js'
import type { Look } from './look.js'
import { looksAtRow } from './looksAtRow.js'
import type { Asked } from './readQuery.js'
import { type Found, inStretch, type Stretch } from './stretches.js'

/** FROM and WHERE of a search, whose hits are rows `n` of nodes. */
export interface Source {
  /** Null where rows are found in no such order: then a search cannot go stretch by stretch. */
  readonly found: Found | null
  rows(stretch: Stretch): Sql
  /** The same for what asks only for the `seq` of hits: fewer pages are read where no condition looks at other columns. */
  seqs(stretch: Stretch): Sql
  /** A selection of the `seq` of all that is found, whoever may find it and of whatever kind; null where more is to be checked. */
  readonly unchecked: ((stretch: Stretch) => Sql) | null
}

/**
 * The source of the hits of a query. This decides what finds the rows, because the planner of SQLite does not know how
 * common values are: it would first collect all rows of each condition.
 */
export function compileSource(asked: Asked, look: Look): Source {
  const finder = finderOf(asked, look)
  const { where, settles } = finder
  const found = foundBy(finder)
  const others = asked.others.filter(condition => condition !== settles)
  const ofKind = settles === 'kinds' ? [] : checksOfKind(asked)
  const met = (stretch: Stretch): Sql => {
    const checks = [...activeIn(asked), ...ofKind, ...checksOfAccess(asked)]
    const more = others.map(condition => compileCondition(condition, { ...look, stretch }))
    return allOf([where, ...(found ? inStretch(found.key, stretch ?? found.paths) : []), ...checks, ...more])
  }
  const narrow = asked.active !== null || others.some(looksAtRow) ? wholeRows : accessRows
  return {
    found,
    rows: stretch => sql`FROM ${rowsOf(finder, wholeRows)} WHERE ${met(stretch)}`,
    seqs: stretch => sql`FROM ${rowsOf(finder, narrow)} WHERE ${met(stretch)}`,
    unchecked: others.length === 0 && asked.active === null ? uncheckedIn(finder) : null,
  }
}

function uncheckedIn({ from, where, seq, path, paths }: Finder): Source['unchecked'] {
  if (from === null || seq === null) return null
  return stretch => {
    const all = allOf([where, ...inStretch(path ?? seq, stretch ?? paths)])
    return sql`SELECT ${seq} AS seq FROM ${from} WHERE ${all}`
  }
}

/** Rows that are found by their `seq`. */
export const wholeRows = sql`node n NOT INDEXED`
const accessRows = sql`node_access n`

/** Where the rows of nodes are looked at at once, stretches are those of all nodes. */
function foundBy({ from, where, seq, path, paths }: Finder): Found | null {
  if (seq === null) return null
  const keys = { key: path ?? seq, paths }
  return from ? { from, where, ...keys } : { from: accessRows, where: sql`1`, ...keys }
}

function rowsOf({ from, rows, seq }: Finder, bySeq: Sql): Sql {
  if (rows) return rows
  return from && seq ? sql`${from} CROSS JOIN ${bySeq} ON n.seq = ${seq}` : bySeq
}
