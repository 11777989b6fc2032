import type { EventRetention, NewEvent } from '../../changeFeed/events.js'
import type { SubscriptionStore } from '../../changeFeed/subscriptions.js'
import type { TimeSlice } from '../../foundation/scheduler.js'
import type { Change, Commit } from './change.js'
import type { ContentReader } from './contentReader.js'

/** The port that stores content. One `read` sees one snapshot; a commit is atomic. */
export interface ContentStore {
  /**
   * Reads a snapshot that includes every change acknowledged before the call. Pass a state observed after those changes
   * as `minState`, so that the store can reuse an open snapshot that is at least as recent.
   */
  read<T>(task: (reader: ContentReader) => Promise<T>, minState?: StoreState): Promise<T>
  /**
   * The current state, including every change that any process acknowledged before the call. The call is cheap as long
   * as the state does not change.
   */
  state(): Promise<StoreState>
  /**
   * Writes a change. The changes of a process are written one after another. Writing a large change pauses between
   * objects when `slice` ends; readers see the change only when it is complete. Throws a DomainError `busy` if the
   * changes queued before this change take too long.
   */
  commit(change: Change, slice?: TimeSlice): Promise<Commit>
  /** Blocks other writes of this process while `task` decides and commits. Throws the same errors as `commit`. */
  alone<T>(task: (commit: ContentStore['commit']) => Promise<T>): Promise<T>
  /**
   * Increments the number of invalidations; the state and the stamp change as after a commit. Adds `event` to the change
   * feed in the same transaction. Resolves to the new number. Throws the same errors as `commit`.
   */
  recordInvalidation(event?: NewEvent): Promise<number>
  /**
   * Deletes at most `limit` of the oldest events: events before the time `before`, and events in excess of the number
   * `count`. The newest event always remains. Resolves to the number of deleted events. Throws the same errors as
   * `commit`.
   */
  trimEvents(range: EventRetention, limit: number): Promise<number>
  /** The states of the subscribers to the change feed. */
  readonly subscriptions: SubscriptionStore
  /** Closes files and connections. The store must not be used afterwards. */
  close(): Promise<void>
}

/** Identifies a state of the store among all states that a process observes. The strings are opaque. */
export interface StoreState {
  /** A string that changes with every commit and every recorded invalidation. */
  readonly content: string
  /** A string that changes with every vote, and possibly with a commit. */
  readonly votes: string
  /** The number of recorded invalidations (see `OpenResult`). */
  readonly invalidations: number
}
