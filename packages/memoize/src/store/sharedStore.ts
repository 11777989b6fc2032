import type { Target } from './target.js'

/**
 * PORT: a store in which instances share values. Every method resolves within its deadline and reports faults as
 * results, never as rejections. Deadlines: the settings' timeout for `get` and `set`; 10 s for `invalidate` and 1 s for
 * `describe`, or the timeout if that is longer; 1 s for `ping` after its delay (docs/caching.md, Deadlines). The reason
 * of a fault has at most 200 characters, does not end with a full stop, and contains no secret from the store's URL.
 *
 * The store itself must enforce these rules, because core has no timers and does not know the URL. If a store exceeds a
 * deadline, callers of memoized functions wait. A rejection is treated as `unavailable`; its message is discarded.
 *
 * Each function has a token in the store, and each value carries the token that was read before the value was computed.
 * Renewing the token makes all earlier values stale, even those written afterwards.
 */
export interface SharedStore {
  /**
   * Reads the value at an address and the current token of its function, its call and its tags; creates missing tokens
   * of the function and of tags.
   */
  get(address: Address, options?: ReadOptions): Promise<StoreRead>
  /**
   * Writes the value at an address unconditionally. A stale token is not a fault: the value is then stale from the
   * start.
   */
  set(address: Address, value: StoredValue): Promise<StoreWrite>
  /**
   * Renews the token of a function, or all tokens if `name` is null (deleting a token is enough, because `get` creates
   * a new one), then removes the values, including stale values.
   */
  invalidate(name: string | null): Promise<StoreInvalidation>
  /**
   * Renews the token of one call, then removes its value. `lifetime` is the number of milliseconds for which the new
   * token must be retained. Without this method, the function is invalidated instead.
   */
  invalidateCall?(address: Address, lifetime: number): Promise<StoreInvalidation>
  /** Renews the token of a tag. Values with the tag become stale, but are not removed. Without it, everything is invalidated. */
  invalidateTag?(tag: string): Promise<StoreInvalidation>
  /**
   * Acquires the lease of an address for a number of milliseconds. A lease belongs to a token, so an invalidation ends
   * it. Without this method, every process computes its own value.
   */
  lease?(address: Address, token: string, milliseconds: number): Promise<StoreLease>
  /** Ends a lease that this process holds. Failures are ignored, because the lease expires. */
  release?(address: Address, token: string): Promise<void>
  /**
   * Reports invalidations by other processes, until the store is closed. `onGap` is called when announcements may have
   * been lost. Without this method, local copies are dropped only because of their age and by their own process.
   */
  listen?(onInvalidated: (target: Target) => void, onGap: () => void): void
  /** Queries the product and version of the server, regardless of the outcome of other requests. */
  describe(): Promise<ServerDescription>
  /**
   * Pings the server after a delay in milliseconds, during which the call must not keep the process alive. Drops
   * connections and connection attempts that do not answer.
   */
  ping(delay: number): Promise<StorePing>
  /** Closes the connections and ends a pending `ping`; no method may be called afterwards. */
  close(): Promise<void>
}

/** A store that can invalidate every target. */
export type CompleteStore = SharedStore & Required<Pick<SharedStore, 'invalidateCall' | 'invalidateTag'>>

export interface Address {
  /** The name of the function: 1 to 200 of the characters `A-Z a-z 0-9 _ $ @ . / -`. */
  readonly name: string
  /** The digest of the function, its version and the key of the call, in URL-safe characters. */
  readonly digest: string
  /** The tags of the value, without duplicates; no tags if omitted. */
  readonly tags?: readonly string[]
}

export interface ReadOptions {
  /** Whether a hit must include its remaining lifetime. */
  readonly withLifetime?: boolean
}

export interface StoredValue {
  readonly payload: Uint8Array
  readonly token: string
  /** The lifetime of the value in whole milliseconds, at least 1. */
  readonly lifetime: number
}

/** The server does not answer, or rejects all requests. Such failures count toward opening the breaker. */
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
  /** The request was not sent, for example because the queue is full. This outcome says nothing about the server. */
  | { readonly kind: 'not-asked'; readonly reason: string }

export type StoreRead =
  | (Tokens & {
      readonly kind: 'hit'
      readonly payload: Uint8Array
      /** The remaining lifetime in milliseconds, if it was requested. It is never too long. */
      readonly lifetime?: number
    })
  /** The store contains no value or a stale value. */
  | (Tokens & { readonly kind: 'miss' })
  /** The stored bytes were not written by `set` for this address, or are corrupt. */
  | (Tokens & { readonly kind: 'undecodable' })
  | StoreFault

interface Tokens {
  /** The token that a new value must carry. It changes when the function, the call or one of the tags is invalidated. */
  readonly token: string
  /** The part of the token that changes only when the function is invalidated; `token` if omitted. */
  readonly functionToken?: string
}

export type StoreLease = { readonly kind: 'acquired' | 'held' } | StoreFault

export type StoreWrite =
  /** `replaced`: the previous value was undecodable, but the read could not detect this and reported a miss. */
  | { readonly kind: 'stored'; readonly replaced?: 'undecodable' }
  /** Nothing was written; `size` is the required number of bytes. */
  | { readonly kind: 'too-large'; readonly size: number }
  | StoreFault

/** `closed`: the store was closed before the PING was sent. */
export type StorePing = { readonly kind: 'answered' | 'closed' } | Unavailable

/** `removed` is the number of removed values, excluding tokens and internal keys of the store. */
export type StoreInvalidation = { readonly kind: 'removed'; readonly removed: number } | StoreFault

/** `latency`: the duration of the fastest request, or the time until the fault, in milliseconds. */
export type ServerDescription =
  | {
      readonly kind: 'answered'
      readonly product: string
      readonly version: string | null
      readonly latency: number
      /** The time of the server, in milliseconds since 1970, if the server reports it. */
      readonly clock?: number
    }
  | { readonly kind: 'unavailable'; readonly reason: string; readonly latency: number }

const maxNameLength = 200

/** Whether a function may have this name. Names are parts of the store's keys (docs/caching.md, Names and versions). */
export const isFunctionName = (name: string): boolean => name.length <= maxNameLength && /^[\w$@./-]+$/.test(name)
