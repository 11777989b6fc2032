import type { StoreGuard } from '../store/storeGuard.js'
import type { Answer, Call, Flight } from './cachedFunction.js'
import type { Lookup, LookupFlight, ReadBasis, SharedContext } from './sharedContext.js'

/** Ensures that only one of several processes computes a value. `@plenum/memoize/lease` implements this interface. */
export interface Leases {
  /**
   * Acquires a lease for a call. Resolves to null if the function does not use leases or if the store is unavailable.
   */
  acquire(call: Call, token: string): Promise<Lease | null>
  /**
   * Computes a value. If another process has the lease for the value, waits for the value from that process instead,
   * but no longer than the duration of the lease.
   */
  computeAlone(leased: LeasedCall, first: ReadBasis): Promise<Answer>
}

export interface Lease {
  readonly isHeld: boolean
  /** Ends the lease, unless it has expired. */
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
