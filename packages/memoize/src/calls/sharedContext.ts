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
  /** The number of milliseconds after which a rejected value is written again. */
  readonly retryAfter: number
  /** Called if a value is not shareable. From then on, the values of the function remain in RAM. */
  onRefused(name: string, reason: string): void
  /** Called if a read or a write fails for another reason than an unavailable store. */
  onFailed(name: string, reason: string): void
  /** Registers a task that no caller awaits. */
  background(task: Promise<void>): void
}

/** The state at the start of a computation, which determines where the value may be cached. */
export interface ReadBasis extends Basis {
  /** The token from the store. Null if the store was not read. */
  readonly token: string | null
  /** The time before the read, in milliseconds of the clock. */
  readonly since: number
  /** Whether the read failed although the store was available. */
  readonly isRefused: boolean
}

/** The result of a lookup, which is either a value that may be expired, or the state at the start of a computation. */
export type Lookup =
  | { readonly kind: 'answer'; readonly answer: Answer; readonly renewFrom: ReadBasis | null }
  | { readonly kind: 'miss'; readonly basis: ReadBasis }

export interface LookupFlight {
  readonly entry: InFlight
  /** Whether the lookup repeats an earlier lookup of the same call. Such a lookup is not counted. */
  readonly isRepeated?: boolean
}
