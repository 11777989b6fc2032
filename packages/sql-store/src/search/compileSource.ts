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
  /** Null if no key orders the rows: the search then cannot run in chunks. */
  readonly found: Found | null
  rows(stretch: Stretch): Sql
  /** As `rows`, for selections of the `seq` only: it reads fewer pages unless a condition needs other columns. */
  seqs(stretch: Stretch): Sql
  /** A selection of the `seq` of all candidates, without checks of access and kind; null if other checks remain. */
  readonly unchecked: ((stretch: Stretch) => Sql) | null
}

/**
 * The source of the hits of a query. It chooses the access path itself, because SQLite's planner does not know how
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

/** Rows that are looked up by their `seq`. */
export const wholeRows = sql`node n NOT INDEXED`
const accessRows = sql`node_access n`

/** If the rows of nodes are scanned directly, chunks are ranges of all nodes. */
function foundBy({ from, where, seq, path, paths }: Finder): Found | null {
  if (seq === null) return null
  const keys = { key: path ?? seq, paths }
  return from ? { from, where, ...keys } : { from: accessRows, where: sql`1`, ...keys }
}

function rowsOf({ from, rows, seq }: Finder, bySeq: Sql): Sql {
  if (rows) return rows
  return from && seq ? sql`${from} CROSS JOIN ${bySeq} ON n.seq = ${seq}` : bySeq
}
