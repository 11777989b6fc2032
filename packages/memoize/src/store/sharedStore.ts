import type { Target } from './target.js'

/**
 * PORT: a store for values that several instances share. Every method resolves before its deadline, and never rejects,
 * because faults are returned as results. The deadline of `get` and `set` is the `timeout` of the settings. The
 * deadline of `invalidate` is 10 s and that of `describe` is 1 s, or the `timeout` if it is longer. The deadline of
 * `ping` is 1 s after its delay (docs/caching.md, Deadlines). The reason of a fault has at most 200 characters, does
 * not end with a full stop, and contains no secret from the URL of the store.
 *
 * The store must enforce these rules itself, because the memoizer has no timers and does not know the URL. If a store
 * exceeds a deadline, callers of memoized functions wait. A rejection is treated as `unavailable`, and its message is
 * discarded.
 *
 * Each function has a token in the store. Each value contains the token that was read before the value was computed. A
 * new token makes all earlier values stale, including values that are written later.
 */
export interface SharedStore {
  /**
   * Reads the value at an address and the current tokens of its function, its call and its tags. Creates missing tokens
   * of the function and of tags.
   */
  get(address: Address, options?: ReadOptions): Promise<StoreRead>
  /**
   * Writes the value at an address unconditionally. If the token is stale, the write succeeds, but the value is stale
   * from the start.
   */
  set(address: Address, value: StoredValue): Promise<StoreWrite>
  /**
   * Renews the token of a function, or all tokens if `name` is null. Then removes the values, including stale values.
   * Instead of renewing a token, the store can delete it, because `get` creates a new one.
   */
  invalidate(name: string | null): Promise<StoreInvalidation>
  /**
   * Renews the token of one call, then removes its value. The new token must be retained for `lifetime` milliseconds.
   * If a store does not have this method, the function is invalidated instead.
   */
  invalidateCall?(address: Address, lifetime: number): Promise<StoreInvalidation>
  /**
   * Renews the token of a tag. Values with the tag become stale, but are not removed. If a store does not have this
   * method, all values are invalidated instead.
   */
  invalidateTag?(tag: string): Promise<StoreInvalidation>
  /**
   * Acquires the lease on an address for the given number of milliseconds. A lease belongs to a token, so an
   * invalidation, which replaces the token, ends the lease. If a store does not have this method, every process
   * computes values itself.
   */
  lease?(address: Address, token: string, milliseconds: number): Promise<StoreLease>
  /** Ends a lease of this process. Failures are ignored, because the lease expires anyway. */
  release?(address: Address, token: string): Promise<void>
  /**
   * Reports invalidations by other processes until the store is closed. `onGap` is called when announcements may have
   * been lost. If a store does not have this method, a local copy is dropped only when it expires or when its own
   * process invalidates it.
   */
  listen?(onInvalidated: (target: Target) => void, onGap: () => void): void
  /** Queries the product and version of the server, regardless of the outcome of other requests. */
  describe(): Promise<ServerDescription>
  /**
   * Pings the server after a delay in milliseconds. The delay must not prevent the process from exiting. Drops
   * connections and connection attempts that have received no reply.
   */
  ping(delay: number): Promise<StorePing>
  /** Closes the connections, and ends a `ping` that is in progress. No method may be called afterwards. */
  close(): Promise<void>
}

export type CompleteStore = SharedStore & Required<Pick<SharedStore, 'invalidateCall' | 'invalidateTag'>>

export interface Address {
  /** The name of the function, which consists of 1 to 200 of the characters `A-Z a-z 0-9 _ $ @ . / -`. */
  readonly name: string
  /** The digest of the function name, the version and the key of the call, in URL-safe characters. */
  readonly digest: string
  /** The tags of the value, without duplicates. Defaults to no tags. */
  readonly tags?: readonly string[]
}

export interface ReadOptions {
  /** Whether a hit must include its remaining lifetime. */
  readonly withLifetime?: boolean
}

export interface StoredValue {
  readonly payload: Uint8Array
  readonly token: string
  /** The lifetime of the value in milliseconds, which is an integer of at least 1. */
  readonly lifetime: number
}

/** The server does not reply, or rejects all requests. Consecutive failures of this kind open the breaker. */
export interface Unavailable {
  readonly kind: 'unavailable'
  readonly reason: string
  /** Whether the connection was refused, which opens the breaker immediately. */
  readonly isRefused?: boolean
}

export type StoreFault =
  | Unavailable
  /** The server rejected only this request, for example a write because the server is full. */
  | { readonly kind: 'failed'; readonly reason: string }
  /** The request was not sent, for example because the queue is full, so the state of the server is unknown. */
  | { readonly kind: 'not-asked'; readonly reason: string }

export type StoreRead =
  | (Tokens & {
      readonly kind: 'hit'
      readonly payload: Uint8Array
      /**
       * The remaining lifetime in milliseconds, if it was requested. It is never longer than the actual remaining
       * lifetime.
       */
      readonly lifetime?: number
    })
  /** The store contains no value or a stale value. */
  | (Tokens & { readonly kind: 'miss' })
  /** The stored bytes are corrupt, or `set` did not write them for this address. */
  | (Tokens & { readonly kind: 'undecodable' })
  | StoreFault

interface Tokens {
  /**
   * The token with which a new value must be written. It changes when the function, the call or one of the tags is
   * invalidated.
   */
  readonly token: string
  /** The part of the token that changes only when the function is invalidated. Defaults to `token`. */
  readonly functionToken?: string
}

export type StoreLease = { readonly kind: 'acquired' | 'held' } | StoreFault

export type StoreWrite =
  /**
   * The value was written. `replaced` means that it replaced an undecodable value that the preceding read reported as a
   * miss.
   */
  | { readonly kind: 'stored'; readonly replaced?: 'undecodable' }
  /** The value was not written, because it requires `size` bytes, which exceeds the maximum size. */
  | { readonly kind: 'too-large'; readonly size: number }
  | StoreFault

/** The outcome of a PING. `closed` means that the store was closed before the PING was sent. */
export type StorePing = { readonly kind: 'answered' | 'closed' } | Unavailable

/**
 * The outcome of an invalidation. `removed` is the number of removed values, excluding tokens and internal keys of the
 * store.
 */
export type StoreInvalidation = { readonly kind: 'removed'; readonly removed: number } | StoreFault

/**
 * The description of a server. `latency` is the duration of the fastest request or, after a fault, the time until the
 * fault, in milliseconds.
 */
export type ServerDescription =
  | {
      readonly kind: 'answered'
      readonly product: string
      readonly version: string | null
      readonly latency: number
      /** The server's clock in milliseconds since 1970, if the server reports it. */
      readonly clock?: number
    }
  | { readonly kind: 'unavailable'; readonly reason: string; readonly latency: number }

const maxNameLength = 200

/**
 * Whether a string is a valid function name. Function names are parts of keys in the store (docs/caching.md, Names and
 * versions).
 */
export const isFunctionName = (name: string): boolean => name.length <= maxNameLength && /^[\w$@./-]+$/.test(name)
