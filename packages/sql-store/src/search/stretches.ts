import { allOf, type Sql, sql } from '../sql.js'
import type { SqliteRows } from '../sqlite/connect.js'

/** Objects whose `seq`, or path, is at least `from` and less than `before`; null: all objects. */
export type Stretch = { readonly from: Key; readonly before: Key } | null

type Key = number | string

/**
 * Conditions on a `seq` or path; none for a chunk of all objects. Drivers bind numbers as fractions, for which the text
 * index would scan all its rows.
 */
export function inStretch(key: Sql, stretch: Stretch): readonly Sql[] {
  if (stretch === null) return []
  const { from, before } = stretch
  if (typeof from === 'string') return [sql`${key} >= ${from} AND ${key} < ${before}`]
  return [sql`${key} >= CAST(${from} AS INTEGER) AND ${key} < CAST(${before} AS INTEGER)`]
}

/** The rows `n` of a search in the order of a key, before they are checked. */
export interface Found {
  readonly from: Sql
  readonly where: Sql
  /** The `seq`, or the path if there are `paths`. */
  readonly key: Sql
  /** The range of all paths; null: the key is the `seq`. */
  readonly paths: NonNullable<Stretch> | null
}

/** Up to this number, objects are checked in one statement. */
export const fewObjects = 1000
/** Limit of objects in a chunk, which take a few milliseconds. */
const manyObjects = 8000

const allSeqs = { from: 0, before: Number.MAX_SAFE_INTEGER }

/** Whether at least `minimum` rows exist. */
export const hasMany = (connection: SqliteRows, found: Found, least: number): boolean =>
  keyAfter(connection, found, { within: found.paths ?? allSeqs, count: Math.max(0, least - 1), isBackward: false }) !==
  null

export interface Stretching {
  /** The number of objects of the first chunk; each following chunk may be four times as large as the previous one. */
  readonly first: number
  /** From the last objects to the first. */
  readonly isBackward: boolean
}

/** Splits the rows into chunks in the order of their keys. */
export function* stretchesOf(
  connection: SqliteRows,
  found: Found,
  { first, isBackward }: Stretching,
): Generator<NonNullable<Stretch>> {
  let within = found.paths ?? allSeqs
  for (let most = first; ; most = Math.min(4 * most, manyObjects)) {
    const end = keyAfter(connection, found, { within, count: isBackward ? most - 1 : most, isBackward })
    if (end === null) return yield within
    const [before, behind] = [
      { ...within, before: end },
      { ...within, from: end },
    ]
    yield isBackward ? behind : before
    within = isBackward ? before : behind
  }
}

interface Passed {
  readonly within: NonNullable<Stretch>
  readonly count: number
  readonly isBackward: boolean
}

/** The key of the row after `count` others; null if there are no more. */
function keyAfter(
  connection: SqliteRows,
  { from, where, key }: Found,
  { within, count, isBackward }: Passed,
): Key | null {
  const row = connection.row<{ key: Key }>(sql`
    SELECT ${key} AS key FROM ${from} WHERE ${where} AND ${allOf(inStretch(key, within))}
    ORDER BY ${key} ${isBackward ? sql`DESC` : sql``} LIMIT 1 OFFSET ${count}`)
  return row?.key ?? null
}
