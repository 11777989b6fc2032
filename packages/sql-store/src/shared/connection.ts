import type { Instant, TimeSlice } from '@plenum/core'
import type { Change, WorkflowRecord } from '@plenum/core/ports'
import type { Refusal } from './change/refusal.js'
import type { StorableValue } from './indexValues.js'
import type { WordRows } from './rows/wordRows.js'
import type { Sql, SqlValue } from './sql.js'

/** A value or a promise: SQLite is synchronous, a server is not. `await` accepts both. */
export type Awaitable<T> = T | Promise<T>

/** One connection to a database, with its prepared statements. It runs one statement at a time. */
export interface Connection {
  readonly engine: Engine
  /** Rows keyed by the statement's column names. The type is not checked: the caller knows what it selects. */
  rows<Row>(query: Sql): Awaitable<Row[]>
  /**
   * The first row of a query that writes nothing, at half the cost of `rows`. Some drivers add keys of their own: read
   * only the selected columns.
   */
  row<Row>(query: Sql): Awaitable<Row | undefined>
  /** Runs a statement and returns the number of changed rows. */
  run(query: Sql): Awaitable<number>
  /** Runs one or more statements without preparing them. */
  exec(text: string): Awaitable<void>
}

/** A connection that begins and ends transactions. */
export interface WritingConnection extends Connection {
  /** Commits a transaction; without blocking the process if the driver can. `isLong`: the transaction wrote much. */
  commit(isLong: boolean): Promise<void>
  /** Ends a failed transaction. Ignores errors: the failure may have ended it already, and the first error matters. */
  rollBack(): Promise<void>
}

/** The operations that differ between the databases. Mere differences of names are words in braces, see `sql`. */
export interface Engine {
  /** The stored form of an index value, or of a missing one. */
  indexValue(value: StorableValue | null): SqlValue
  /** A row of new records, with the values of `{record columns}`. */
  recordRow(seq: number, record: WorkflowRecord): Sql
  /** Removes all members from a group. */
  leaveGroup(id: string): Awaitable<unknown>
  /** Updates the modification time in a catalog entry. */
  touchEntry(seq: number, modified: Instant): Awaitable<unknown>
  readonly words: WordRows
  clearBallots(change: Change, slice: TimeSlice): Promise<Refusal | null>
  replaceBallots(change: Change, slice: TimeSlice): Promise<Refusal | null>
}

/** Whether a query has at least one row. */
export async function hasRow(connection: Pick<Connection, 'row'>, query: Sql): Promise<boolean> {
  return (await connection.row(query)) !== undefined
}
