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
  /** The number of milliseconds after which a value that the store rejected is written again. */
  readonly retryAfter: number
  /** Called if a value of the function is not shareable; the function stays in RAM from now on. */
  onRefused(name: string, reason: string): void
  /** Called if a read or write fails although the store is in use. */
  onFailed(name: string, reason: string): void
  /** Tracks tasks that no caller awaits. */
  background(task: Promise<void>): void
}

/** The state in which a computation begins. It determines where the value may be cached. */
export interface ReadBasis extends Basis {
  /** The token from the store. Null if the store was not read. */
  readonly token: string | null
  /** The time before the read, in milliseconds of the clock. */
  readonly since: number
  /** Whether reading failed although the store is in use. */
  readonly isRefused: boolean
}

/** The result of a lookup: an answer, which may be expired, or the state in which a computation begins. */
export type Lookup =
  | { readonly kind: 'answer'; readonly answer: Answer; readonly renewFrom: ReadBasis | null }
  | { readonly kind: 'miss'; readonly basis: ReadBasis }

export interface LookupFlight {
  readonly entry: InFlight
  /** Whether the lookup repeats an earlier lookup of the same call, and is therefore not counted. */
  readonly isRepeated?: boolean
}
