import type { TimeSlice } from '../../foundation/scheduler.js'
import type { Change, Commit } from './change.js'
import type { ContentReader } from './contentReader.js'

/** The port that stores content. One `read` sees one snapshot; a commit is atomic. */
export interface ContentStore {
  /**
   * Reads a snapshot that includes every change acknowledged before the call. `minState`, a state observed after those
   * changes, lets the store reuse an open snapshot that is at least as recent.
   */
  read<T>(task: (reader: ContentReader) => Promise<T>, minState?: StoreState): Promise<T>
  /**
   * The current state, including every change acknowledged before the call by any process. Cheap while it does not
   * change.
   */
  state(): Promise<StoreState>
  /**
   * Writes a change. The changes of a process are written one after another. A large change pauses between objects when
   * `slice` ends; readers see it only when it is complete. Throws a DomainError `busy` if the changes queued before it
   * take too long.
   */
  commit(change: Change, slice?: TimeSlice): Promise<Commit>
  /** Locks the store for writes of this process while `task` decides and commits. Throws like `commit`. */
  alone<T>(task: (commit: ContentStore['commit']) => Promise<T>): Promise<T>
  /**
   * Counts one more invalidation: state and stamp change as after a commit. Resolves to the count. Throws like
   * `commit`.
   */
  recordInvalidation(): Promise<number>
  /** Frees files and connections. The store must not be used afterwards. */
  close(): Promise<void>
}

/** Identifies a state of the store among all states that a process sees; the strings are opaque. */
export interface StoreState {
  /** Changes with every commit and every recorded invalidation. */
  readonly content: string
  /** Changes with every vote, and possibly with a commit. */
  readonly votes: string
  /** See `OpenResult`. */
  readonly invalidations: number
}
