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
  /** Reads the value at an address and the current token of its function; creates the token if it is missing. */
  get(address: Address): Promise<StoreRead>
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

export interface Address {
  /** The name of the function: 1 to 200 of the characters `A-Z a-z 0-9 _ $ @ . / -`. */
  readonly name: string
  /** The digest of the function, its version and the key of the call, in URL-safe characters. */
  readonly digest: string
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
  | { readonly kind: 'hit'; readonly payload: Uint8Array; readonly token: string }
  /** The store contains no value or a stale value. */
  | { readonly kind: 'miss'; readonly token: string }
  /** The stored bytes were not written by `set` for this address, or are corrupt. */
  | { readonly kind: 'undecodable'; readonly token: string }
  | StoreFault

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
