import type { TimeSlice } from '@plenum/core'
import type { Change, Commit, Parts, SearchWords, StoreDefect, Tally, WorkflowRecord } from '@plenum/core/ports'

/** A column value or parameter. Booleans are written as 0 and 1, because not all drivers accept booleans. */
export type SqlValue = string | number | null | Uint8Array

/**
 * A fragment of SQL and the values for its question marks. Values are never inserted into the SQL. Names that differ
 * between the databases are written as words in braces, such as `{greatest}(a, b)`, which `inWords` replaces with the
 * names of one database.
 */
export interface Sql {
  readonly text: string
  readonly values: readonly SqlValue[]
}

/**
 * Creates a fragment from a template such as ``sql`path = ${path}` ``. Nested fragments are inserted as SQL. All
 * other values become parameters.
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
 * Returns the SQL string of a template. The same string object is returned each time, so that its hash for the
 * statement cache is computed only once.
 */
function textOf(strings: TemplateStringsArray): string {
  const cached = texts.get(strings)
  if (cached !== undefined) return cached
  const text = strings.join('?')
  texts.set(strings, text)
  return text
}

const isSql = (part: Sql | SqlValue): part is Sql => typeof part === 'object' && part !== null && 'text' in part

/** The names that replace the words in braces in the SQL of a database, by word. */
export type Words = Readonly<Record<string, string>>

/** Replaces the words in braces with the names of a database. Throws an Error for an unknown word. */
export const inWords = (text: string, words: Words): string =>
  text.replace(/\{([a-z ]+)\}/g, (_, word: string) => {
    const name = words[word]
    if (name === undefined) throw new Error(`The dialect of the database does not define {${word}}.`)
    return name
  })

export function list(parts: readonly Sql[]): Sql {
  return { text: parts.map(({ text }) => text).join(', '), values: parts.flatMap(({ values }) => values) }
}

export const unionAll = (selections: readonly Sql[]): Sql =>
  selections.reduce((all, one) => sql`${all} UNION ALL ${one}`)

export const allOf = (conditions: readonly Sql[]): Sql =>
  conditions.length === 0 ? sql`true` : joinBalanced(conditions, sql` AND `)

export const oneOf = (conditions: readonly Sql[]): Sql =>
  conditions.length === 0 ? sql`false` : joinBalanced(conditions, sql` OR `)

/**
 * Joins conditions into a balanced tree such as `((a AND b) AND (c AND d))`, because SQLite limits the depth of
 * expressions.
 */
function joinBalanced(conditions: readonly Sql[], operator: Sql): Sql {
  const [first] = conditions
  if (first && conditions.length === 1) return first
  const middle = conditions.length >> 1
  return sql`(${joinBalanced(conditions.slice(0, middle), operator)}${operator}${joinBalanced(conditions.slice(middle), operator)})`
}

const maxParameters = 16

/**
 * Returns the right side of an IN condition. Up to 16 values are passed as separate parameters, because the planner
 * handles such conditions best. A longer list is passed as one JSON string, which limits the number of parameters and
 * of distinct statements. Fractions in JSON may differ in the last bit, but no index contains fractions.
 */
export function among(values: readonly (string | number)[]): Sql {
  if (values.length > maxParameters) return sql`(SELECT value FROM ${rowsOf(values)})`
  // NULL is used because it equals no value and because not all databases accept an empty list.
  if (values.length === 0) return sql`(NULL)`
  return { text: `(?${', ?'.repeat(values.length - 1)})`, values }
}

/**
 * Returns SQL for a table with one column, `value`, and one row for each value. The values must be all strings or all
 * numbers.
 */
export function rowsOf(values: readonly (string | number)[]): Sql {
  const word = typeof values[0] === 'number' ? '{numbers}' : '{texts}'
  return { text: word, values: [JSON.stringify(values)] }
}

/** A value or a promise. SQLite returns results synchronously, and a database server returns promises. */
export type Awaitable<T> = T | Promise<T>

export interface Rows {
  /**
   * Returns the rows of a query. Each row is an object with column names as keys. The type of the row is not checked.
   */
  rows<Row>(query: Sql): Awaitable<Row[]>
  /**
   * Returns the first row of a read-only query, at half the cost of `rows`. Use only the selected columns, because
   * some drivers add further keys to the row.
   */
  row<Row>(query: Sql): Awaitable<Row | undefined>
  run(query: Sql): Awaitable<number>
}

export interface Connection extends Rows {
  readonly engine: Engine
  /** Runs one or more statements without preparing them. */
  exec(text: string): Awaitable<void>
}

export interface WritingConnection extends Connection {
  /**
   * Commits the transaction without blocking the process if the driver supports this. `isLong` indicates that the
   * transaction has written a large amount of data.
   */
  commit(isLong: boolean): Promise<void>
  /**
   * Rolls back the transaction. Errors are ignored, because the transaction may already have ended after a failure,
   * and only the original error matters.
   */
  rollBack(): Promise<void>
}

export type Refusal = Extract<Commit, { ok: false }>['reason']

export const hasRow = async (connection: Pick<Rows, 'row'>, query: Sql): Promise<boolean> =>
  (await connection.row(query)) !== undefined

export type StorableValue = string | number

/**
 * The operations that differ between the databases. Constructs that differ only in their names are written as words
 * in braces instead (see `sql`).
 */
export interface Engine {
  indexValue(value: StorableValue | null): SqlValue
  /** Converts a stored value to a number, or returns null if the value is not numeric. */
  numberOf(stored: SqlValue): number | null
  /** Returns SQL for the values of the columns `{record columns}` of a new record. */
  recordRow(seq: number, record: WorkflowRecord): Sql
  insertWords(words: NewWords): Promise<void>
  readonly votes: VoteRows
  readonly checks: Checks
}

export interface NewWords {
  readonly seq: number
  readonly words: SearchWords
  readonly slice: TimeSlice
}

export interface VoteRows {
  counts(): Promise<{ readonly votes: number; readonly voter: number }>
  votes(): AsyncIterable<readonly Parts['votes'][]>
  /** Yields the voters in an order that reveals neither their choices nor the times of their votes. */
  voter(): AsyncIterable<readonly Parts['voter'][]>
  /** Adds votes. Throws a DomainError if a poll does not exist. */
  fillVotes(votes: readonly Parts['votes'][]): Promise<void>
  fillVoters(voters: readonly Parts['voter'][]): Promise<void>
  /** Called at the beginning of the transaction that writes a change, before the votes of the change are written. */
  beginChange(change: Change): Promise<void>
  /**
   * Locks a poll, so that no vote is counted until the transaction ends. Returns undefined if the poll does not
   * exist.
   */
  lockPoll(uid: string): Promise<LockedPoll | undefined>
  replace(votes: PollVotes, slice: TimeSlice): Promise<void>
}

export interface LockedPoll {
  readonly seq: number
  readonly tally: Tally
}

export interface PollVotes extends LockedPoll {
  readonly keys: ReadonlySet<string>
}

export interface Checks {
  faults(): Promise<readonly StoreDefect[]>
  /** Repairs all repairable defects. Must be called in a transaction of the writer. */
  repair(): Promise<void>
}
