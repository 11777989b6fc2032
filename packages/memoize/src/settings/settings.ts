/**
 * The settings of the shared cache (docs/caching.md, Settings of the cache). All numbers are above 0. `ttl` and
 * `maxSize` are integers of at most 1000000000. `timeout` and `retryAfter` are at most 2000000.
 */
export interface MemoizeSettings {
  /**
   * The URL of the shared store, or null if there is none. The URL contains credentials and must not be logged or
   * displayed.
   */
  readonly url: string | null
  /** The prefix of this application's keys, which consists of 1 to 100 characters without whitespace. */
  readonly prefix: string
  /** The default lifetime of a value, in seconds. */
  readonly ttl: number
  /** The maximum duration of a request to the shared store, in seconds. */
  readonly timeout: number
  /** The time after which a rejected write is retried, in seconds. */
  readonly retryAfter: number
  /** The maximum size of a stored value in bytes. */
  readonly maxSize: number
  /**
   * The patterns for the names of shared functions, with the wildcards `*`, `?`, `[abc]`, `[a-z]` and `[!a-z]`. An
   * empty list includes all functions.
   */
  readonly include: readonly string[]
  /** The patterns for the names of functions whose values remain in RAM. They take precedence over `include`. */
  readonly exclude: readonly string[]
}

export const defaultMemoizeSettings: MemoizeSettings = {
  url: null,
  prefix: 'plenum',
  ttl: 86_400,
  timeout: 0.25,
  retryAfter: 30,
  maxSize: 1_048_576,
  include: [],
  exclude: [],
}
