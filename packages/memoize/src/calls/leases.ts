import type { StoreGuard } from '../store/storeGuard.js'
import type { Answer, Call, Flight } from './cachedFunction.js'
import type { Lookup, LookupFlight, ReadBasis, SharedContext } from './sharedContext.js'

/** Leases let one of several processes compute a value. `@plenum/memoize/lease` implements them. */
export interface Leases {
  /** Resolves with null if there is no lease: the function has none, or the store is not available. */
  acquire(call: Call, token: string): Promise<Lease | null>
  /**
   * Computes a value. If another process holds the lease of the value, waits for the value of that process, for at most
   * the duration of the lease.
   */
  computeAlone(leased: LeasedCall, first: ReadBasis): Promise<Answer>
}

export interface Lease {
  /** Whether another process holds the lease. */
  readonly isHeld: boolean
  /** Ends the lease of this process, unless it has expired. */
  release(): void
}

export interface LeasedCall {
  readonly sharing: SharedContext
  readonly call: Call
  readonly flight: Flight
  lookUp(sharing: SharedContext, call: Call, flight: LookupFlight): Promise<Lookup>
}

export interface LeaseOptions {
  readonly guard: StoreGuard
  readonly clock: () => number
}

export type CreateLeases = (options: LeaseOptions) => Leases
