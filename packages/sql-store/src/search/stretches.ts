import { allOf, type Sql, sql } from '../sql.js'
import type { SqliteRows } from '../sqlite/connect.js'

/** Objects whose `seq` is greater than `after`, up to `upTo`; null: all objects. */
export type Stretch = { readonly after: number; readonly upTo: number } | null

/**
 * Conditions on a `seq`: none where the stretch has all objects. Drivers bind numbers as fractions, for which the text
 * index would go through all its rows.
 */
export function inStretch(seq: Sql, stretch: Stretch): readonly Sql[] {
  if (stretch === null) return []
  return [sql`${seq} > CAST(${stretch.after} AS INTEGER) AND ${seq} <= CAST(${stretch.upTo} AS INTEGER)`]
}

/** What finds the rows `n` of a search, in the order of creation, before they are checked. */
export interface Found {
  readonly from: Sql
  readonly where: Sql
  readonly seq: Sql
}

/** When there are no more objects, all are looked at at once. */
export const fewObjects = 1000
/** The first stretches are short: what they find tells which hits of the others cannot come on the page. */
const firstObjects = 250
/** The most objects of a stretch, which take some milliseconds. */
const manyObjects = 8000

const all = { after: 0, upTo: Number.MAX_SAFE_INTEGER }

/** Whether so many objects are found that they are looked at in stretches. */
export function areMany(connection: SqliteRows, found: Found): boolean {
  return countIn(connection, found, { within: all, most: fewObjects, isBackward: false }).objects === fewObjects
}

/** Stretches with about as many found objects each, from the first to the last one that was made or, `isBackward`, back. */
export function* stretchesOf(
  connection: SqliteRows,
  found: Found,
  isBackward: boolean,
): Generator<NonNullable<Stretch>> {
  let within = all
  for (let most = firstObjects; ; most = Math.min(4 * most, manyObjects)) {
    const { objects, end } = countIn(connection, found, { within, most, isBackward })
    if (objects < most || end === null) return yield within
    yield isBackward ? { ...within, after: end - 1 } : { ...within, upTo: end }
    within = isBackward ? { ...within, upTo: end - 1 } : { ...within, after: end }
  }
}

interface Part {
  readonly within: NonNullable<Stretch>
  readonly most: number
  readonly isBackward: boolean
}

interface Counted {
  readonly objects: number
  readonly end: number | null
}

function countIn(connection: SqliteRows, { from, where, seq }: Found, { within, most, isBackward }: Part): Counted {
  const [end, direction] = isBackward ? [sql`min(seq)`, sql`DESC`] : [sql`max(seq)`, sql``]
  const [row] = connection.rows<Counted>(sql`
    SELECT count(*) AS objects, ${end} AS "end" FROM (
      SELECT ${seq} AS seq FROM ${from} WHERE ${where} AND ${allOf(inStretch(seq, within))} ORDER BY ${seq} ${direction} LIMIT ${most})`)
  return row ?? { objects: 0, end: null }
}
