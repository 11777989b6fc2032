/**
 * How functions are memoized across instances (docs/caching.md, Settings of the cache). Numbers are above 0;
 * `ttl` and `maxSize` are whole ones, at most 1000000000, `timeout` and `retryAfter` at most 2000000.
 */
export interface MemoizeSettings {
  /**
   * Address of the shared store with its credentials, for whoever opens that; never to be shown as it is. Null when
   * there is none.
   */
  readonly url: string | null
  /** What the keys of this application begin with: 1 to 100 characters, none of them blank. */
  readonly prefix: string
  /** Seconds that a value lives. */
  readonly ttl: number
  /** Seconds that one request to the shared store may take. */
  readonly timeout: number
  /** Seconds after which what the store refused is offered again. */
  readonly retryAfter: number
  /** Bytes of a stored value. */
  readonly maxSize: number
  /**
   * Patterns of the names of functions that are shared, with `*`, `?`, `[abc]`, `[a-z]` and `[!a-z]`; none means all.
   */
  readonly include: readonly string[]
  /** Patterns of the names of functions that stay in RAM, also when `include` has them. */
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
