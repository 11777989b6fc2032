import type { Instant } from '../../foundation/instants.js'

/** An editor's lock on an object (docs/content-and-access.md, Locks). Locks are stored separately from objects. */
export interface Lock {
  /** The token with which the editor who acquired the lock can change the object. */
  readonly token: string
  /** The id of the user who acquired the lock, or an empty string if the user was anonymous. */
  readonly creator: string
  /** The full name of the user when the lock was acquired. */
  readonly creatorName: string
  /** The time when the lock was acquired or last refreshed. */
  readonly created: Instant
  /** The number of seconds from `created` until the lock expires. */
  readonly timeout: number
  /** Whether other editors may break the lock. */
  readonly stealable: boolean
}

/** A change to the lock of an object. If `lock` is null, the lock is removed. */
export interface LockChange {
  readonly uid: string
  /**
   * The expected lock token. Null means that the object must not be locked. The commit fails with `changed` if the
   * current token differs.
   */
  readonly before: string | null
  readonly lock: Lock | null
}

export const endOfLock = ({ created, timeout }: Lock): Instant => created + timeout * 1000

/** Returns the lock if it is active, or null if it is missing or has expired. */
export const activeLock = (lock: Lock | undefined, now: Instant): Lock | null =>
  lock && now < endOfLock(lock) ? lock : null
