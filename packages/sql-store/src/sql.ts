import type { SqliteValue } from './sqliteDatabase.js'

/** A piece of SQL with the values for its question marks. Values never become part of the text. */
export interface Sql {
  readonly text: string
  readonly values: readonly SqliteValue[]
}

/** A piece from a template; what is put in is another piece, or else a value. */
export function sql(strings: TemplateStringsArray, ...parts: readonly (Sql | SqliteValue)[]): Sql {
  let text = strings[0] ?? ''
  const values: SqliteValue[] = []
  for (const [i, part] of parts.entries()) {
    if (isSql(part)) {
      text += part.text
      for (const value of part.values) values.push(value)
    } else {
      text += '?'
      values.push(part)
    }
    text += strings[i + 1] ?? ''
  }
  return { text, values }
}

function isSql(part: Sql | SqliteValue): part is Sql {
  return typeof part === 'object' && part !== null && 'text' in part
}

export function list(parts: readonly Sql[]): Sql {
  return { text: parts.map(({ text }) => text).join(', '), values: parts.flatMap(({ values }) => values) }
}

/** All of them hold; true when there are none. */
export function allOf(conditions: readonly Sql[]): Sql {
  return conditions.length === 0 ? sql`1` : joinBalanced(conditions, sql` AND `)
}

/** One of them holds; false when there are none. */
export function oneOf(conditions: readonly Sql[]): Sql {
  return conditions.length === 0 ? sql`0` : joinBalanced(conditions, sql` OR `)
}

/** Halves in brackets, since a long chain would nest deeper than SQLite allows. */
function joinBalanced(conditions: readonly Sql[], operator: Sql): Sql {
  const [first] = conditions
  if (first && conditions.length === 1) return first
  const middle = conditions.length >> 1
  return sql`(${joinBalanced(conditions.slice(0, middle), operator)}${operator}${joinBalanced(conditions.slice(middle), operator)})`
}

const maxPlaces = 16

/**
 * The right side of an IN. Few values have places of their own, which the planner likes; more go as one JSON text, so
 * that neither the number of places nor the number of different statements grows; read from JSON, some fractions differ
 * in their last bit, which no index has.
 */
export function among(values: readonly (string | number)[]): Sql {
  if (values.length > maxPlaces) return sql`(SELECT value FROM json_each(${JSON.stringify(values)}))`
  return sql`(${list(values.map(value => sql`${value}`))})`
}
