import type { Instant } from '../foundation/instants.js'

/** The stored state of a subscriber to the change feed. */
export interface Subscription {
  readonly name: string
  /** The position of the last event that the subscriber has processed. */
  readonly position: number
  /** The number of failed calls since the last successful one. */
  readonly attempts: number
  /** The time of the next call after a failed call; null after a successful call. */
  readonly retryAt: Instant | null
  /** The message of the last error; null after a successful call. */
  readonly error: string | null
  /** The time at which the subscriber was parked; null if the subscriber is not parked. */
  readonly parkedAt: Instant | null
  /** The time until which only one process may call the subscriber; null if no process has the lease. */
  readonly leaseEnds: Instant | null
}

/** The part of a subscription that changes when the subscriber has been called. */
export type SubscriptionProgress = Omit<Subscription, 'name' | 'leaseEnds'>

/** The request of a process to reserve the calls of a subscriber. */
export interface SubscriptionLease {
  /** The random id of the process. */
  readonly owner: string
  readonly now: Instant
  readonly ends: Instant
}

/** Port: the stored states of subscribers. All methods throw the same errors as `ContentStore.commit`. */
export interface SubscriptionStore {
  /**
   * Reserves the calls of a subscriber for one process. If no subscription with this name exists, stores a subscription
   * at the newest position. Resolves to null while another process has the lease.
   */
  lease(name: string, lease: SubscriptionLease): Promise<Subscription | null>
  /** Ends the lease of a process and stores the progress. Resolves to false if the process no longer has the lease. */
  endLease(name: string, owner: string, progress: SubscriptionProgress): Promise<boolean>
  /** Lets a parked subscriber continue. Resolves to false if no subscriber with this name is parked. */
  resume(name: string): Promise<boolean>
  /** Deletes a subscription. Resolves to false if the subscription does not exist. */
  forget(name: string): Promise<boolean>
}
