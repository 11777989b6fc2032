/**
 * PORT: where instances share values. Every method ends within its deadline, and a fault is an answer, never a
 * rejection. Deadlines: the settings' timeout for `get` and `set`, 10 s or the timeout for `invalidate`, 1 s or the
 * timeout for `describe`, whichever is longer, 1 s for `ping` after its delay (docs/caching.md, Deadlines). The reason of a fault is at most 200
 * characters long, ends without a full stop, and has no secret of the store's address in it.
 *
 * The store alone keeps all this: core has no timer and knows no address. Who breaks a deadline makes the callers of
 * memoized functions wait for as long. A rejection is taken for `unavailable`, and what it says is shown to nobody.
 *
 * Each function has a token in the store, which its values carry. Whoever computes a value writes it with the token
 * that was seen before; renewing the token makes all values from before stale, also those that are written later.
 */
export interface SharedStore {
  /** The value at an address with the current token of its function; where there is no token yet, one is made. */
  get(address: Address): Promise<StoreRead>
  /**
   * Replaces the value at an address, whatever is there. A stale token is no fault: the value is stale from the start.
   */
  set(address: Address, value: StoredValue): Promise<StoreWrite>
  /**
   * Renews the token of a function, or all for null (dropping it will do, since `get` makes one), then removes the
   * values, stale ones too.
   */
  invalidate(name: string | null): Promise<StoreInvalidation>
  /** Asks the server who it is, whatever came of other requests. */
  describe(): Promise<ServerDescription>
  /**
   * Asks the server for a sign of life, after so many milliseconds during which the call may not keep the process
   * running. A connection, or an attempt at one, on which no answer comes is given up.
   */
  ping(delay: number): Promise<StorePing>
  /** Gives up its connections, and ends a `ping` that waits; nothing may be asked of it afterwards. */
  close(): Promise<void>
}

export interface Address {
  /** The function: 1 to 200 of the characters `A-Z a-z 0-9 _ $ @ . / -`. */
  readonly name: string
  /** Of the function, its version and the key of the call: URL-safe characters. */
  readonly digest: string
}

export interface StoredValue {
  readonly payload: Uint8Array
  readonly token: string
  /** Whole milliseconds, at least 1. */
  readonly lifetime: number
}

/** The server did not answer, or answers nobody: a reason to leave it alone. */
export interface Unavailable {
  readonly kind: 'unavailable'
  readonly reason: string
  /** The connection was refused: no second failure is needed to know. */
  readonly isRefused?: boolean
}

export type StoreFault =
  | Unavailable
  /** The server answered and refused just this, as a full one refuses to write. */
  | { readonly kind: 'failed'; readonly reason: string }
  /** The request did not leave this process, as when too many wait: it tells nothing of the server. */
  | { readonly kind: 'not-asked'; readonly reason: string }

export type StoreRead =
  | { readonly kind: 'hit'; readonly payload: Uint8Array; readonly token: string }
  /** There is no value, or one with another token. */
  | { readonly kind: 'miss'; readonly token: string }
  /** What is there was not written by `set` for this address, or is damaged. */
  | { readonly kind: 'undecodable'; readonly token: string }
  | StoreFault

export type StoreWrite =
  /** `replaced`: what was there was undecodable, although a read that could not see it had called it a miss. */
  | { readonly kind: 'stored'; readonly replaced?: 'undecodable' }
  /** `size` are the bytes that it would have taken; nothing was written. */
  | { readonly kind: 'too-large'; readonly size: number }
  | StoreFault

/** `closed`: the store was closed before the PING was sent. */
export type StorePing = { readonly kind: 'answered' | 'closed' } | Unavailable

/** `removed` counts values, not tokens or whatever else the store keeps for itself. */
export type StoreInvalidation = { readonly kind: 'removed'; readonly removed: number } | StoreFault

/** `latency`: milliseconds of the shortest request, or until the fault. */
export type ServerDescription =
  | {
      readonly kind: 'answered'
      readonly product: string
      readonly version: string | null
      readonly latency: number
      /** What the clock of the server said, in milliseconds since 1970, where it tells. */
      readonly clock?: number
    }
  | { readonly kind: 'unavailable'; readonly reason: string; readonly latency: number }

const maxNameLength = 200

/** Whether a function may have this name; names are parts of the store's keys (docs/caching.md, Names and versions). */
export function isFunctionName(name: string): boolean {
  return name.length <= maxNameLength && /^[\w$@./-]+$/.test(name)
}
