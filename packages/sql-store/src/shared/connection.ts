import type { Commit } from '@plenum/core/ports'
import type { Engine } from './engine.js'
import type { Sql } from './sql.js'

/** A value or a promise: SQLite is synchronous, a server is not. `await` accepts both. */
export type Awaitable<T> = T | Promise<T>

/** The statements of a connection. */
export interface Rows {
  /** Rows keyed by the statement's column names. The type is not checked: the caller knows what it selects. */
  rows<Row>(query: Sql): Awaitable<Row[]>
  /**
   * The first row of a query that writes nothing, at half the cost of `rows`. Some drivers add their own keys to the
   * row, so read only the selected columns.
   */
  row<Row>(query: Sql): Awaitable<Row | undefined>
  /** Runs a statement and returns the number of changed rows. */
  run(query: Sql): Awaitable<number>
}

/** One connection to a database, with its prepared statements. It runs one statement at a time. */
export interface Connection extends Rows {
  readonly engine: Engine
  /** Runs one or more statements without preparing them. */
  exec(text: string): Awaitable<void>
}

/** A connection that begins and ends transactions. */
export interface WritingConnection extends Connection {
  /**
   * Commits a transaction, without blocking the process if the driver supports that. `isLong` means that the
   * transaction wrote much data.
   */
  commit(isLong: boolean): Promise<void>
  /** Ends a failed transaction. Ignores errors: the failure may have ended it already, and the first error matters. */
  rollBack(): Promise<void>
}

/** The reason why a change is refused. */
export type Refusal = Extract<Commit, { ok: false }>['reason']

/** Whether a query has at least one row. */
export const hasRow = async (connection: Pick<Rows, 'row'>, query: Sql): Promise<boolean> =>
  (await connection.row(query)) !== undefined
