import type { EventRetention, NewEvent } from '../../changeFeed/events.js'
import type { SubscriptionStore } from '../../changeFeed/subscriptions.js'
import type { TimeSlice } from '../../foundation/scheduler.js'
import type { Change, Commit } from './change.js'
import type { ContentReader } from './contentReader.js'

/** The port for storing content. Each `read` uses a single snapshot, and commits are atomic. */
export interface ContentStore {
  /**
   * Reads a snapshot that includes every change that was acknowledged before the call. If `minState` is a state that
   * was observed after all of these changes, the store can reuse an open snapshot that is not older than this state.
   */
  read<T>(task: (reader: ContentReader) => Promise<T>, minState?: StoreState): Promise<T>
  /**
   * Returns the current state, which includes every change that any process acknowledged before the call. The call is
   * cheap while the state does not change.
   */
  state(): Promise<StoreState>
  /**
   * Writes a change. Changes in the same process are written one after another. A large change pauses between objects
   * when `slice` ends, but readers see only the complete change. Throws a DomainError `busy` if earlier changes in the
   * queue take too long.
   */
  commit(change: Change, slice?: TimeSlice): Promise<Commit>
  /**
   * Runs `task`, which makes a decision and commits, while other writes in this process wait. Throws the same errors as
   * `commit`.
   */
  alone<T>(task: (commit: ContentStore['commit']) => Promise<T>): Promise<T>
  /**
   * Increments the number of invalidations, and changes the state and the stamp as a commit does. Adds `event` to the
   * change feed in the same transaction. Resolves to the new number. Throws the same errors as `commit`.
   */
  recordInvalidation(event?: NewEvent): Promise<number>
  /**
   * Deletes at most `limit` of the oldest events: the events before the time `before`, and the events that exceed the
   * maximum number `count`. The newest event is never deleted. Resolves to the number of deleted events. Throws the
   * same errors as `commit`.
   */
  trimEvents(range: EventRetention, limit: number): Promise<number>
  readonly subscriptions: SubscriptionStore
  /** Closes files and connections. The store must not be used afterwards. */
  close(): Promise<void>
}

/** Identifies a state of the store. The strings are opaque, and can be compared only within the same process. */
export interface StoreState {
  /** A string that changes with every commit and every recorded invalidation. */
  readonly content: string
  /** A string that changes with every vote. It may also change with a commit. */
  readonly votes: string
  /** The number of recorded invalidations (see `OpenResult`). */
  readonly invalidations: number
}
