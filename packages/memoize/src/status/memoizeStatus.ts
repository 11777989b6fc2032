/** The counters of a function, which start at 0 when the process starts (docs/caching.md, Counters). */
export type Counters = Record<
  'shared_hits' | 'shared_misses' | 'ram_hits' | 'ram_misses' | 'refused' | 'too_large' | 'undecodable' | 'errors',
  number
>

/** Whether the values of a function are shared or, if not, why they remain in RAM (docs/caching.md, Routes). */
export type Route = 'shared' | 'ram-excluded' | 'ram-not-shareable'

/**
 * The response of `GET /@sharedmemoize`, which lists the memoized functions of this process and describes their store
 * (docs/caching.md, Administration endpoint).
 */
export type MemoizeStatus = {
  /** Whether a store is configured. */
  readonly active: boolean
  readonly settings: SettingsStatus
  /** The state of the circuit breaker, or null if no store is configured. */
  readonly breaker: { readonly open: boolean; readonly seconds_until_retry: number } | null
  /** The state of the store's server, or null if no store is configured. */
  readonly server: ServerStatus | null
  /**
   * The functions by name, in alphabetical order. Functions that have never been called are omitted. Every name is an
   * own property of the object.
   */
  readonly functions: Readonly<Record<string, FunctionStatus>>
}

/** The current settings, with times in seconds and sizes in bytes. */
export type SettingsStatus = {
  readonly exclude: readonly string[]
  readonly include: readonly string[]
  readonly max_size: number
  readonly prefix: string
  readonly retry_after: number
  readonly timeout: number
  readonly ttl: number
  /** The URL of the store, without credentials. */
  readonly url: string | null
}

export type ServerStatus = {
  /** The latency of the server in milliseconds, with microsecond precision. */
  readonly latency_ms: number
  /** The name of the server software in the latest reply, or `unknown` before the first reply. */
  readonly product: string
  /** The version of the server software, or null while the server does not reply. */
  readonly version: string | null
  readonly error: string | null
}

export type FunctionStatus = {
  readonly route: Route
  /** The reason why the values remain in RAM, or null if the route is `shared`. */
  readonly reason: string | null
  readonly counters: Readonly<Counters>
}

/** The response of `POST /@sharedmemoize/invalidate` (docs/caching.md, Administration endpoint). */
export type InvalidationPayload = {
  /** The name of the invalidated function, or null if all functions were invalidated. */
  readonly function: string | null
  /**
   * The number of values that were removed from the store, excluding tokens. The number is 0 if no store is configured.
   */
  readonly removed: number
}
