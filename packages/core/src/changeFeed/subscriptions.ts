import type { Instant } from '../foundation/instants.js'

/** The stored state of a subscriber to the change feed. */
export interface Subscription {
  readonly name: string
  /** The position of the last event that the subscriber has processed. */
  readonly position: number
  /** The number of failed calls since the last successful call. */
  readonly attempts: number
  /** The time of the next call after a failed call, or null after a successful call. */
  readonly retryAt: Instant | null
  /** The message of the last error, or null after a successful call. */
  readonly error: string | null
  /** The time when the subscriber was parked, or null if the subscriber is active. */
  readonly parkedAt: Instant | null
  /**
   * The time when the exclusive right of a process to call the subscriber ends, or null if no process has this right.
   */
  readonly leaseEnds: Instant | null
}

/** The part of a subscription that changes with each call to the subscriber. */
export type SubscriptionProgress = Omit<Subscription, 'name' | 'leaseEnds'>

export interface SubscriptionLease {
  /** The random id of the process that requests the lease. */
  readonly owner: string
  readonly now: Instant
  readonly ends: Instant
}

/** The port for storing the states of subscribers. All methods throw the same errors as `ContentStore.commit`. */
export interface SubscriptionStore {
  /**
   * Gives one process the exclusive right to call a subscriber. Creates the subscription at the newest position if it
   * does not exist. Resolves to null if another process has the lease.
   */
  lease(name: string, lease: SubscriptionLease): Promise<Subscription | null>
  /** Stores the progress and releases the lease. Resolves to false if the process no longer has the lease. */
  endLease(name: string, owner: string, progress: SubscriptionProgress): Promise<boolean>
  /** Resumes a parked subscriber. Resolves to false if no parked subscriber has this name. */
  resume(name: string): Promise<boolean>
  /** Deletes a subscription. Resolves to false if the subscription does not exist. */
  forget(name: string): Promise<boolean>
}
