import { type Sql, sql } from '../sql.js'

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
