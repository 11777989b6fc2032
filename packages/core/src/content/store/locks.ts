import type { Instant } from '../../foundation/instants.js'

/** The lock of an editor on an object (docs/content-and-access.md, Locks). Locks are stored separately from objects. */
export interface Lock {
  /** The token that proves that a change comes from the editor who acquired the lock. */
  readonly token: string
  /** The id of the user who acquired the lock; empty if the user was anonymous. */
  readonly creator: string
  /** The full name of the user at the time when the lock was acquired. */
  readonly creatorName: string
  /** The time when the lock was acquired or last refreshed. */
  readonly created: Instant
  /** The number of seconds from `created` until the lock expires. */
  readonly timeout: number
  /** Whether other editors may break the lock. */
  readonly stealable: boolean
}

/** A new lock that replaces the current lock of an object; null removes the lock. */
export interface LockChange {
  /** The UID of the locked object. */
  readonly uid: string
  /**
   * The expected lock token, or null if no lock is expected. The commit fails with `changed` if the current token
   * differs.
   */
  readonly before: string | null
  readonly lock: Lock | null
}

/** The time when a lock expires. */
export const endOfLock = ({ created, timeout }: Lock): Instant => created + timeout * 1000

/** The lock if it is in force; null if the lock is missing or has expired. */
export const activeLock = (lock: Lock | undefined, now: Instant): Lock | null =>
  lock && now < endOfLock(lock) ? lock : null
