import type { Call } from '../calls/cachedFunction.js'
import type { CreateLeases } from '../calls/leases.js'
import type { LiveCalls } from '../calls/liveCalls.js'
import type { RamLimits } from '../calls/lruCache.js'
import type { Publish } from '../calls/memoizeEvents.js'
import type { Renewals } from '../calls/renewals.js'
import type { MemoizeSettings } from '../settings/settings.js'
import type { MemoizeStatus } from '../status/memoizeStatus.js'
import type { SharedStore, StoreInvalidation } from '../store/sharedStore.js'
import type { Target } from '../store/target.js'
import type { ValueCodec } from '../values/valueCodec.js'
import type { MemoizeLog } from './memoizeLog.js'

export interface SharedOptions {
  readonly store: SharedStore
  readonly codec: ValueCodec
  /**
   * Returns a collision-resistant digest in URL-safe characters, such as SHA-256 in base64url. All instances must use
   * the same digest.
   */
  readonly digest: (text: string) => string
  /** The URL of the store without credentials, for the status. The value is null or omitted if the store has no URL. */
  readonly maskedUrl?: string | null
  /**
   * The number of consecutive failures that opens the breaker. Defaults to 3. A refused connection opens the breaker
   * immediately.
   */
  readonly threshold?: number
}

/** The result of `shareThrough`: a shared store, and the code that uses it. */
export interface Sharing extends SharedOptions {
  connect(options: ConnectOptions): ConnectedStore
}

export interface ConnectOptions {
  readonly shared: SharedOptions
  readonly settings: MemoizeSettings
  readonly clock: () => number
  readonly leases: CreateLeases | undefined
  readonly ram: RamLimits
  readonly live: LiveCalls
  readonly renewals: Renewals
  readonly log: MemoizeLog
  readonly publish: Publish
  background(task: Promise<void>): void
  /** Called when the breaker closes, so that the results of calls that began earlier are not cached. */
  onBack(): void
  /** Called when another process announces an invalidation. */
  onRemote(target: Target): void
}

/** The operations that require the shared store. */
export interface ConnectedStore {
  answer(call: Call): Promise<unknown>
  invalidate(target: Target): Promise<StoreInvalidation>
  /** Removes the RAM copies of the values that an invalidation affects. */
  drop(target: Target): void
  /** Starts to receive invalidations by other processes, if the store announces them. */
  listen(): void
  status(asksServer: boolean): Promise<Pick<MemoizeStatus, 'breaker' | 'server'>>
  /** Resolves when no invalidation is being repeated. */
  settled(): Promise<void>
}
