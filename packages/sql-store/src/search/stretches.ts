import { allOf, type Sql, sql } from '../sql.js'
import type { SqliteRows } from '../sqlite/connect.js'

/** Objects whose `seq`, or path, is at least `from` and less than `before`; null: all objects. */
export type Stretch = { readonly from: Key; readonly before: Key } | null

type Key = number | string

/**
 * Conditions on a `seq` or path: none where the stretch has all objects. Drivers bind numbers as fractions, for which the
 * text index would go through all its rows.
 */
export function inStretch(key: Sql, stretch: Stretch): readonly Sql[] {
  if (stretch === null) return []
  const { from, before } = stretch
  if (typeof from === 'string') return [sql`${key} >= ${from} AND ${key} < ${before}`]
  return [sql`${key} >= CAST(${from} AS INTEGER) AND ${key} < CAST(${before} AS INTEGER)`]
}

/** What finds the rows `n` of a search, in the order of a key, before they are checked. */
export interface Found {
  readonly from: Sql
  readonly where: Sql
  /** The `seq` or, where there are `paths`, the path. */
  readonly key: Sql
  /** The paths of all that is found; null: the key is the `seq`. */
  readonly paths: NonNullable<Stretch> | null
}

/** When there are no more objects, all are looked at at once. */
export const fewObjects = 1000
/** The most objects of a stretch, which take some milliseconds. */
const manyObjects = 8000

const allSeqs = { from: 0, before: Number.MAX_SAFE_INTEGER }

/** Whether at least so many objects are found. */
export const hasMany = (connection: SqliteRows, found: Found, least: number): boolean =>
  keyAfter(connection, found, { within: found.paths ?? allSeqs, count: Math.max(0, least - 1), isBackward: false }) !==
  null

export interface Stretching {
  /** The number of objects of the first stretch; each of the others may have four times as many as the one before. */
  readonly first: number
  /** From the last objects to the first. */
  readonly isBackward: boolean
}

/** Stretches with so many found objects each, in the order of their keys. */
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

/** The key of the found object that comes after so many others; null when there are no more. */
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
