import { canonicalKey, canonicalList } from '../values/canonicalKey.js'
import type { CachedFunction, Call } from './cachedFunction.js'

/** A result of `key` that bypasses the cache: the function simply runs. */
export const dontCache: unique symbol = Symbol('dontCache')

export interface MemoizeOptions<A extends readonly unknown[], R> {
  /**
   * The name of the function, unique in the process and the same in all instances, such as `package/module.function`: 1
   * to 200 of the characters `A-Z a-z 0-9 _ $ @ . / -`.
   */
  readonly name: string
  /**
   * The data on which a call depends. Defaults to all arguments. May contain `undefined`, `null`, booleans, numbers,
   * bigints, strings, dates, bytes (`Uint8Array`), and dense arrays, maps, sets and plain objects that contain such
   * values, nested at most 100 levels deep. Calls with equal keys share a value; the order of keys and entries does not
   * matter. A call rejects with an Error if its key contains anything else (functions, symbols, class instances),
   * because calls that differ only in such a part would share a value.
   */
  readonly key?: (...args: A) => unknown
  /**
   * A string or a finite number. Change the version when the meaning of the values changes, so that older values no
   * longer match.
   */
  readonly version?: string | number
  /**
   * The number of seconds for which a value may be cached, above 0. Defaults to the settings' `ttl`. Larger values,
   * including `Infinity`, are reduced to 1000000000. A function can shorten (never extend) the lifetime of a value
   * relative to the settings' `ttl`; if it throws, or does not return a number above 0, the value is not cached.
   */
  readonly ttl?: number | ((result: Awaited<R>, ...args: A) => number)
  /** The approximate size of a large result in RAM, in bytes, which counts toward the cache limit. Defaults to 0. */
  readonly size?: (result: Awaited<R>) => number
  /**
   * Replaces the function that is already registered under the name, for example when code is reloaded. Drops the
   * values of that function from RAM; values in a shared store still match unless the `version` differs. The memoized
   * function that was returned earlier then only runs its own function, without lookups, caching or counting.
   */
  readonly replace?: boolean
}

/** A function whose results are cached. Failed calls are not cached. */
export type Memoized<A extends readonly unknown[], R> = (...args: A) => Promise<Awaited<R>>

export interface MemoizeContext {
  /** The default lifetime of a value, in seconds. */
  readonly ttl: number
  digest(text: string): string
  answer(call: Call): Promise<unknown>
}

/** The maximum length of a key in RAM; longer keys are replaced with their digests. */
const maxKeyLength = 200
const maxTtl = 1_000_000_000

export function memoizedFunction<A extends readonly unknown[], R>(
  { ttl: defaultTtl, digest, answer }: MemoizeContext,
  cached: CachedFunction,
  { options, fn }: { readonly options: MemoizeOptions<A, R>; readonly fn: (...args: A) => R },
): Memoized<A, R> {
  const { key: keyOf, version = null, ttl = defaultTtl, size = () => 0 } = options
  const prefix = canonicalKey(options.name) + canonicalKey(version)
  const compute = async (args: A): Promise<unknown> => await fn(...args)
  const cappedSeconds = (readTtl: () => number): number => Math.min(defaultTtl, numberOf(readTtl))
  const run = (args: A): Promise<unknown> => {
    if (cached.isReplaced) return compute(args)
    const chosen = keyOf?.(...args)
    if (chosen === dontCache) return compute(args)
    const text = prefix + (keyOf ? canonicalKey(chosen) : canonicalList(args))
    const key = text.length > maxKeyLength ? digest(text) : text
    let digested = key === text ? null : key
    return answer({
      fn: cached,
      key,
      digest: () => (digested ??= digest(text)),
      compute: () => compute(args),
      size: value => size(value as Awaited<R>),
      lifetime: value =>
        milliseconds(typeof ttl === 'number' ? ttl : cappedSeconds(() => ttl(value as Awaited<R>, ...args))),
    })
  }
  return (...args) => {
    try {
      return run(args) as Promise<Awaited<R>>
    } catch (error) {
      return Promise.reject(error)
    }
  }
}

/**
 * Returns NaN if `ttl` throws or does not return a number, because a computed value must not be lost only because its
 * lifetime is invalid.
 */
function numberOf(read: () => unknown): number {
  try {
    const result = read()
    return typeof result === 'number' ? result : Number.NaN
  } catch {
    return Number.NaN
  }
}

const milliseconds = (seconds: number): number => (seconds > 0 ? Math.min(seconds, maxTtl) * 1000 : 0)
