import type { TimeSlice } from '@plenum/core'
import type { Change, Parts, SearchWords, StoreDefect, Tally, WorkflowRecord } from '@plenum/core/ports'
import type { StorableValue } from './indexValues.js'
import type { Sql, SqlValue } from './sql.js'

/**
 * The operations that differ between the databases. Constructs that differ only in name are words in braces instead,
 * see `sql`.
 */
export interface Engine {
  /** The stored form of an index value; null stands for a missing value. */
  indexValue(value: StorableValue | null): SqlValue
  /** The number that a stored form represents; null for other values. */
  numberOf(stored: SqlValue): number | null
  /** SQL for a row of new records, with the values of `{record columns}`. */
  recordRow(seq: number, record: WorkflowRecord): Sql
  /** Adds the words of an object to the text index. */
  insertWords(words: NewWords): Promise<void>
  readonly votes: VoteRows
  readonly checks: Checks
}

export interface NewWords {
  readonly seq: number
  readonly words: SearchWords
  readonly slice: TimeSlice
}

/** The tables of votes. */
export interface VoteRows {
  counts(): Promise<{ readonly votes: number; readonly voter: number }>
  /** Yields the tallies of all polls. */
  votes(): AsyncIterable<readonly Parts['votes'][]>
  /** Yields the voters of all polls, in an order that reveals neither when they voted nor their choice. */
  voter(): AsyncIterable<readonly Parts['voter'][]>
  /** Writes tallies within the writer's transaction. Throws a DomainError if a poll does not exist. */
  fillVotes(votes: readonly Parts['votes'][]): Promise<void>
  /** Writes voters, after the tallies of their polls. */
  fillVoters(voters: readonly Parts['voter'][]): Promise<void>
  /** Called within the transaction of a change, before the votes of the change are written. */
  beginChange(change: Change): Promise<void>
  /**
   * Locks the poll with a UID, so that it receives no votes until the transaction ends; undefined if the poll does not
   * exist.
   */
  lockPoll(uid: string): Promise<LockedPoll | undefined>
  /** Replaces the tally and the voters of a locked poll. */
  replace(votes: PollVotes, slice: TimeSlice): Promise<void>
}

export interface LockedPoll {
  /** The `seq` of its node. */
  readonly seq: number
  readonly tally: Tally
}

export interface PollVotes extends LockedPoll {
  /** The keys of the voters. */
  readonly keys: ReadonlySet<string>
}

/** The consistency checks. */
export interface Checks {
  faults(): Promise<readonly StoreDefect[]>
  /** Repairs everything repairable, within the writer's transaction. */
  repair(): Promise<void>
}
