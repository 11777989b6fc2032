/** A value in a column or of a parameter. Booleans are written as 0 and 1, because not all drivers accept them. */
export type SqlValue = string | number | null | Uint8Array

/** A piece of SQL with the values for its question marks. Values never become part of the text. */
export interface Sql {
  readonly text: string
  readonly values: readonly SqlValue[]
}

/** A piece of SQL from a template: ``sql`path = ${path}` ``. Inserted pieces become text, all others become values. */
export function sql(strings: TemplateStringsArray, ...parts: readonly (Sql | SqlValue)[]): Sql {
  if (!parts.some(isSql)) return { text: textOf(strings), values: parts as readonly SqlValue[] }
  let text = strings[0] ?? ''
  const values: SqlValue[] = []
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

const texts = new WeakMap<TemplateStringsArray, string>()

/** The text of a template without inserted pieces. One string each, by which its statement is found without reading it. */
function textOf(strings: TemplateStringsArray): string {
  const known = texts.get(strings)
  if (known !== undefined) return known
  const text = strings.join('?')
  texts.set(strings, text)
  return text
}

function isSql(part: Sql | SqlValue): part is Sql {
  return typeof part === 'object' && part !== null && 'text' in part
}

export function list(parts: readonly Sql[]): Sql {
  return { text: parts.map(({ text }) => text).join(', '), values: parts.flatMap(({ values }) => values) }
}

/** All conditions must be met; true when there are none. */
export function allOf(conditions: readonly Sql[]): Sql {
  return conditions.length === 0 ? sql`1` : joinBalanced(conditions, sql` AND `)
}

/** At least one condition must be met; false when there are none. */
export function oneOf(conditions: readonly Sql[]): Sql {
  return conditions.length === 0 ? sql`0` : joinBalanced(conditions, sql` OR `)
}

/** Joins in a balanced tree, because SQLite limits the depth of expressions: `((a AND b) AND (c AND d))`. */
function joinBalanced(conditions: readonly Sql[], operator: Sql): Sql {
  const [first] = conditions
  if (first && conditions.length === 1) return first
  const middle = conditions.length >> 1
  return sql`(${joinBalanced(conditions.slice(0, middle), operator)}${operator}${joinBalanced(conditions.slice(middle), operator)})`
}

const maxPlaces = 16

/**
 * The right side of an IN. Up to 16 values get one parameter each, which the planner handles best. More values become
 * one JSON text, which limits the number of parameters and of different statements. Fractions from JSON can differ in
 * the last bit, but no index has fractions.
 */
export function among(values: readonly (string | number)[]): Sql {
  if (values.length > maxPlaces) return sql`(SELECT value FROM json_each(${JSON.stringify(values)}))`
  return sql`(${list(values.map(value => sql`${value}`))})`
}
