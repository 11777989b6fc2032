/**
 * The settings of the shared cache (docs/caching.md, Settings of the cache). All numbers are above 0. `ttl` and
 * `maxSize` are integers with a maximum of 1000000000. `timeout` and `retryAfter` have a maximum of 2000000.
 */
export interface MemoizeSettings {
  /**
   * The URL of the shared store. The URL contains credentials and must not be logged or displayed. Null if there is no
   * shared store.
   */
  readonly url: string | null
  /** The key prefix of this application, which consists of 1 to 100 characters without whitespace. */
  readonly prefix: string
  /** The lifetime of a value in seconds. */
  readonly ttl: number
  /** The maximum duration of a request to the shared store, in seconds. */
  readonly timeout: number
  /** The number of seconds after which a rejected write is retried. */
  readonly retryAfter: number
  /** The maximum size of a stored value in bytes. */
  readonly maxSize: number
  /**
   * The name patterns of the functions to share, with `*`, `?`, `[abc]`, `[a-z]` and `[!a-z]`. An empty list includes
   * all functions.
   */
  readonly include: readonly string[]
  /** The name patterns of functions whose values remain in RAM. These patterns take precedence over `include`. */
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
