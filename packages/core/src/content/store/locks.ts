import type { Instant } from '../../foundation/instants.js'

/** The lock of an editor on an object (docs/content-and-access.md, Locks). Stored separately from the object. */
export interface Lock {
  /** Proves to the service that a change comes from the editor that took the lock. */
  readonly token: string
  /** Id of the user who took the lock; empty for an anonymous caller. */
  readonly creator: string
  /** Full name of that user at that time. */
  readonly creatorName: string
  /** The time when the lock was taken or refreshed. */
  readonly created: Instant
  /** The number of seconds from `created` until the lock expires. */
  readonly timeout: number
  /** Whether other editors may break the lock. */
  readonly stealable: boolean
}

/** A new lock that replaces the current one; null removes it. */
export interface LockChange {
  /** The UID of the locked object. */
  readonly uid: string
  /** The expected lock token, null for no lock; the commit fails with `changed` if the object has a different one. */
  readonly before: string | null
  readonly lock: Lock | null
}

/** The time when a lock expires. */
export const endOfLock = ({ created, timeout }: Lock): Instant => created + timeout * 1000

/** The lock if it is in force; null if there is none or it has expired. */
export const activeLock = (lock: Lock | undefined, now: Instant): Lock | null =>
  lock && now < endOfLock(lock) ? lock : null
