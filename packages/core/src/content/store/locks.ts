import type { Instant } from '../../foundation/instants.js'

/** Somebody is editing an object (docs/content-and-access.md, Locks). Kept beside the object, not in it. */
export interface Lock {
  /** Proves to the service that a change comes from the editor that took the lock. */
  readonly token: string
  /** Id of the user who took it; empty when that was nobody who was logged in. */
  readonly creator: string
  /** Full name of that user at that time. */
  readonly creatorName: string
  /** When it was taken, or refreshed. */
  readonly created: Instant
  /** Seconds after which it counts no longer. */
  readonly timeout: number
  /** Whether others may end it. */
  readonly stealable: boolean
}

/** A new lock of an object in place of the one that it has; null for none. */
export interface LockChange {
  /** UID. */
  readonly uid: string
  /** The token of the lock that it has, null for none: another one by now refuses the change (`changed`). */
  readonly before: string | null
  readonly lock: Lock | null
}

/** From when on a lock counts no longer. */
export const endOfLock = ({ created, timeout }: Lock): Instant => created + timeout * 1000

/** A lock as it counts at a moment: null for none, and for one that has run out. */
export function activeLock(lock: Lock | undefined, now: Instant): Lock | null {
  return lock && now < endOfLock(lock) ? lock : null
}
