import type { Instant, Turn } from '@plenum/core'
import type { Change, WorkflowRecord } from '@plenum/core/ports'
import type { Refusal } from './change/changeStep.js'
import type { WordRows } from './change/wordRows.js'
import type { StorableValue } from './indexValues.js'
import type { Sql, SqlValue } from './sql.js'

/** A value, or the promise of one: SQLite answers at once, a server later. `await` takes both. */
export type Awaitable<T> = T | Promise<T>

/** One connection to a database, with its prepared statements. It runs one statement at a time. */
export interface Connection {
  readonly engine: Engine
  /** Rows by the column names of the statement. The type is not checked: the caller knows what it selects. */
  rows<Row>(query: Sql): Awaitable<Row[]>
  /**
   * The first row of a query that writes nothing, for half of what `rows` costs. Some drivers add keys of their own: take
   * what you have selected.
   */
  row<Row>(query: Sql): Awaitable<Row | undefined>
  /** Runs a statement and returns the number of changed rows. */
  run(query: Sql): Awaitable<number>
  /** Runs one or more statements without preparing them. */
  exec(text: string): Awaitable<void>
}

/** A connection that begins and ends transactions. */
export interface WritingConnection extends Connection {
  /** Commits a transaction; without blocking the process where the driver can. `isLong`: it wrote much. */
  commit(isLong: boolean): Promise<void>
  /** Ends a failed transaction. Ignores errors: the failure may have ended it already, and the first error counts. */
  rollBack(): Promise<void>
}

/** What changes have to do differently on each engine. What only has another name there is a word in braces, see `sql`. */
export interface Engine {
  /** The form of an index value, or of its absence, in the database. */
  indexValue(value: StorableValue | null): SqlValue
  /** A row of new records, with the values of `{record columns}`. */
  recordRow(seq: number, record: WorkflowRecord): Sql
  /** Takes all users out of a group. */
  leaveGroup(id: string): Awaitable<unknown>
  /** Writes another time of change into a catalog entry. */
  touchEntry(seq: number, modified: Instant): Awaitable<unknown>
  readonly words: WordRows
  clearBallots(change: Change, turn: Turn): Promise<Refusal | null>
  replaceBallots(change: Change, turn: Turn): Promise<Refusal | null>
}

/** Whether a query has any row. */
export async function hasRow(connection: Pick<Connection, 'row'>, query: Sql): Promise<boolean> {
  return (await connection.row(query)) !== undefined
}
