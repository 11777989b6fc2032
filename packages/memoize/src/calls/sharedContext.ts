import type { StoreGuard } from '../store/storeGuard.js'
import type { ValueCodec } from '../values/valueCodec.js'
import type { Answer, Basis, InFlight } from './cachedFunction.js'
import type { Copies } from './copies.js'
import type { Leases } from './leases.js'
import type { LiveCalls } from './liveCalls.js'
import type { Renewals } from './renewals.js'

export interface SharedContext {
  readonly guard: StoreGuard
  readonly codec: ValueCodec
  readonly copies: Copies
  readonly live: LiveCalls
  readonly leases: Leases | null
  readonly renewals: Renewals
  readonly clock: () => number
  /** The time after which a rejected write is retried, in milliseconds. */
  readonly retryAfter: number
  /** Called if a value is not shareable. The values of the function then remain in RAM. */
  onRefused(name: string, reason: string): void
  /** Called if a read or a write fails although the store is available. */
  onFailed(name: string, reason: string): void
  /** Registers a task that no caller awaits. */
  background(task: Promise<void>): void
}

/** The state at the start of a computation, which determines where the computed value may be cached. */
export interface ReadBasis extends Basis {
  readonly token: string | null
  /** The clock time immediately before the read, in milliseconds. */
  readonly since: number
  /** Whether the store was available but rejected the read. */
  readonly isRefused: boolean
}

/** The result of a lookup: a value, which may have expired, or the state in which the computation of a value begins. */
export type Lookup =
  | { readonly kind: 'answer'; readonly answer: Answer; readonly renewFrom: ReadBasis | null }
  | { readonly kind: 'miss'; readonly basis: ReadBasis }

export interface LookupFlight {
  readonly entry: InFlight
  /** Whether the lookup repeats an earlier lookup in the same call. A repeated lookup is not counted. */
  readonly isRepeated?: boolean
}
