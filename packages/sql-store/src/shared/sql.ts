/** A value of a column or parameter. Booleans are written as 0 and 1, because not all drivers accept them. */
export type SqlValue = string | number | null | Uint8Array

/**
 * A fragment of SQL with the values for its question marks. Values never become part of the text. Names that differ
 * between the databases are words in braces, such as `{greatest}(a, b)`; `inWords` substitutes those of one database.
 */
export interface Sql {
  readonly text: string
  readonly values: readonly SqlValue[]
}

/**
 * A fragment from a template: ``sql`path = ${path}` ``. Nested fragments are inserted as text, all other values become
 * parameters.
 */
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

/**
 * The text of a template without nested fragments. The same string each time, so that the statement cache finds it by
 * identity.
 */
function textOf(strings: TemplateStringsArray): string {
  const cached = texts.get(strings)
  if (cached !== undefined) return cached
  const text = strings.join('?')
  texts.set(strings, text)
  return text
}

const isSql = (part: Sql | SqlValue): part is Sql => typeof part === 'object' && part !== null && 'text' in part

/** The names that a database uses for words in braces. */
export type Words = Readonly<Record<string, string>>

/** Substitutes the words of a database. Throws for an unknown word. */
export function inWords(text: string, words: Words): string {
  return text.replace(/\{([a-z ]+)\}/g, (_, word: string) => {
    const name = words[word]
    if (name === undefined) throw new Error(`The dialect of the database does not define {${word}}.`)
    return name
  })
}

export function list(parts: readonly Sql[]): Sql {
  return { text: parts.map(({ text }) => text).join(', '), values: parts.flatMap(({ values }) => values) }
}

/** All rows of some selections, of at least one. */
export const unionAll = (selections: readonly Sql[]): Sql =>
  selections.reduce((all, one) => sql`${all} UNION ALL ${one}`)

/** A condition that requires all conditions; true without any. */
export const allOf = (conditions: readonly Sql[]): Sql =>
  conditions.length === 0 ? sql`true` : joinBalanced(conditions, sql` AND `)

/** A condition that requires one of the conditions; false without any. */
export const oneOf = (conditions: readonly Sql[]): Sql =>
  conditions.length === 0 ? sql`false` : joinBalanced(conditions, sql` OR `)

/** Joins conditions as a balanced tree, because SQLite limits the depth of expressions: `((a AND b) AND (c AND d))`. */
function joinBalanced(conditions: readonly Sql[], operator: Sql): Sql {
  const [first] = conditions
  if (first && conditions.length === 1) return first
  const middle = conditions.length >> 1
  return sql`(${joinBalanced(conditions.slice(0, middle), operator)}${operator}${joinBalanced(conditions.slice(middle), operator)})`
}

const maxParameters = 16

/**
 * The right side of an IN. Up to 16 values get one parameter each, which the planner handles best. More values become
 * one JSON text, which limits the number of parameters and of distinct statements. Fractions from JSON can differ in
 * the last bit, but no index contains fractions.
 */
export function among(values: readonly (string | number)[]): Sql {
  if (values.length > maxParameters) return sql`(SELECT value FROM ${rowsOf(values)})`
  // No value equals NULL; not all databases accept an empty list.
  if (values.length === 0) return sql`(NULL)`
  return sql`(${list(values.map(value => sql`${value}`))})`
}

/** A table with the column `value` and one row for each value; all values are texts or all are numbers. */
export function rowsOf(values: readonly (string | number)[]): Sql {
  const word = typeof values[0] === 'number' ? '{numbers}' : '{texts}'
  return { text: word, values: [JSON.stringify(values)] }
}
