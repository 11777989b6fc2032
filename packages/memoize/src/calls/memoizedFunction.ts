import { isTag } from '../store/target.js'
import { canonicalKey, canonicalList } from '../values/canonicalKey.js'
import { mustBe } from '../values/shownValue.js'
import type { CachedFunction, Call } from './cachedFunction.js'
import type { Invalidation } from './invalidation.js'

/** A symbol that the `key` option can return to bypass the cache. */
export const dontCache: unique symbol = Symbol('dontCache')

export interface MemoizeOptions<A extends readonly unknown[], R> {
  /**
   * The name of the function, such as `package/module.function`. The name must be unique in the process and the same in
   * all instances. It consists of 1 to 200 of the characters `A-Z a-z 0-9 _ $ @ . / -`.
   */
  readonly name: string
  /**
   * Returns the data that determines the result of a call. Defaults to all arguments. Calls with equal keys share a
   * value, and the order of object keys and map entries does not matter.
   *
   * A key may contain `undefined`, `null`, booleans, numbers, bigints, strings, dates, bytes (`Uint8Array`), and dense
   * arrays, maps, sets and plain objects that contain such values. The maximum nesting depth is 100. For any other
   * content, such as functions, symbols and class instances, the call rejects with an Error, because calls that differ
   * only in such a part would share a value.
   */
  readonly key?: (...args: A) => unknown
  /**
   * The version of the values: a string or a finite number. Change the version when the meaning of the values changes,
   * because a cached value is used only for the version with which it was computed.
   */
  readonly version?: string | number
  /**
   * The lifetime of a value in seconds. It must be above 0, and defaults to the `ttl` of the settings. Values above
   * 1000000000, including `Infinity`, are reduced to 1000000000. A function as `ttl` can shorten the lifetime of a
   * value, but cannot extend it beyond the `ttl` of the settings. If that function throws or does not return a number
   * above 0, the value is not cached.
   */
  readonly ttl?: number | ((result: Awaited<R>, ...args: A) => number)
  /**
   * The tags of a call, for `invalidateTag`, as a list or as a function of the arguments. A tag consists of 1 to 200
   * characters without whitespace. Tags cannot depend on the result, because an invalidation during the computation
   * could then be missed.
   */
  readonly tags?: readonly string[] | ((...args: A) => readonly string[])
  /**
   * The time, in seconds, for which this process may serve a local copy of a value without a request to the store.
   * Defaults to the `localFor` of the memoizer. The value 0 disables local copies. An invalidation by this process
   * removes the copy immediately, and an invalidation by another process removes it when the announcement arrives.
   */
  readonly localFor?: number
  /**
   * The time, in seconds, for which an expired value may still be served while one caller computes a new value, or if
   * the function fails. Defaults to the `staleFor` of the memoizer. The value 0 disables serving expired values.
   * Invalidated values are never served.
   */
  readonly staleFor?: number
  /**
   * The maximum time, in seconds, for which other processes wait for the process that computes a value. Defaults to the
   * `lease` of the memoizer. If the time is 0, each process computes the value itself. The time should be longer than
   * the function usually takes.
   */
  readonly lease?: number
  /**
   * Returns the approximate size of a result in RAM, in bytes, for the size limit of the cache. If this function is
   * omitted, the size is 0.
   */
  readonly size?: (result: Awaited<R>) => number
  /**
   * Whether to replace the function that already uses the name, for example when code is reloaded. The values of the
   * old function are removed from RAM. Values in a shared store remain valid unless the `version` differs. After the
   * replacement, the old memoized function runs its function for each call, and uses neither the cache nor the
   * counters.
   */
  readonly replace?: boolean
}

/** A function whose results are cached. Errors are not cached. */
export interface Memoized<A extends readonly unknown[], R> {
  (...args: A): Promise<Awaited<R>>
  /**
   * Invalidates the cached value for these arguments in all processes. Has no effect if the `key` option returns
   * `dontCache`.
   */
  invalidate(...args: A): Promise<Invalidation>
}

export interface MemoizeContext {
  /** The default lifetime of a value, in seconds. */
  readonly ttl: number
  readonly clock: () => number
  digest(text: string): string
  answer(call: Call): Promise<unknown>
  invalidateCall(call: Call): Promise<Invalidation>
}

/** The maximum length of a key in RAM, in characters. A longer key is replaced with its digest. */
const maxKeyLength = 200
/** The maximum lifetime of a value in seconds. */
export const maxTtl = 1_000_000_000
/** The maximum number of tags per call. It is limited, because the store reads an additional key for each tag. */
const maxTags = 20

export function memoizedFunction<A extends readonly unknown[], R>(
  context: MemoizeContext,
  cached: CachedFunction,
  functionParts: FunctionParts<A, R>,
): Memoized<A, R> {
  const { options, fn } = functionParts
  const callOf = callsOf(context, cached, functionParts)
  const run = (args: A): Promise<unknown> => {
    const call = cached.isReplaced ? null : callOf(args)
    return call ? context.answer(call) : Promise.resolve(fn(...args))
  }
  const invalidate = (args: A): Promise<Invalidation> => {
    const call = callOf(args)
    const nothing = { kind: 'invalidated', function: options.name, removed: 0 } as const
    return call ? context.invalidateCall(call) : Promise.resolve(nothing)
  }
  return Object.assign((...args: A) => attempt(() => run(args) as Promise<Awaited<R>>), {
    invalidate: (...args: A) => attempt(() => invalidate(args)),
  })
}

/** Calls a function, and converts an error that it throws to a rejection. */
function attempt<T>(start: () => Promise<T>): Promise<T> {
  try {
    return start()
  } catch (error) {
    return Promise.reject(error)
  }
}

interface FunctionParts<A extends readonly unknown[], R> {
  readonly options: MemoizeOptions<A, R>
  readonly fn: (...args: A) => R
}

/**
 * Returns a function that describes a call with given arguments. The returned function returns null if the call
 * bypasses the cache.
 */
function callsOf<A extends readonly unknown[], R>(
  { ttl: defaultTtl, clock, digest }: MemoizeContext,
  cached: CachedFunction,
  { options, fn }: FunctionParts<A, R>,
): (args: A) => Call | null {
  const { key: keyOf, version = null, ttl = defaultTtl, size = () => 0, tags } = options
  const prefix = canonicalKey(options.name) + canonicalKey(version)
  const compute = timed(cached, clock, fn)
  const tagsOf = typeof tags === 'function' ? (args: A) => checkTags(options.name, tags(...args)) : () => fixedTags
  const fixedTags = typeof tags === 'function' ? noTags : checkTags(options.name, tags ?? noTags)
  const cappedSeconds = (readTtl: () => number): number => Math.min(defaultTtl, numberOf(readTtl))
  return args => {
    const chosen = keyOf?.(...args)
    if (chosen === dontCache) return null
    const text = prefix + (keyOf ? canonicalKey(chosen) : canonicalList(args))
    const key = text.length > maxKeyLength ? digest(text) : text
    let digested = key === text ? null : key
    return {
      fn: cached,
      key,
      tags: tagsOf(args),
      digest: () => (digested ??= digest(text)),
      compute: () => compute(args),
      size: value => size(value as Awaited<R>),
      lifetime: value =>
        milliseconds(typeof ttl === 'number' ? ttl : cappedSeconds(() => ttl(value as Awaited<R>, ...args))),
    }
  }
}

const allowedTags = `a list of at most ${maxTags} strings of 1 to 200 characters without whitespace`
const noTags: readonly string[] = []

/** Returns the tags without duplicates. Throws an Error if a tag is invalid or if there are too many tags. */
function checkTags(name: string, tags: readonly string[]): readonly string[] {
  const invalid = Array.isArray(tags) ? tags.find(tag => !isTag(tag)) : tags
  if (invalid !== undefined || tags.length > maxTags)
    throw new Error(`The tags of ${name} ${mustBe(allowedTags, invalid)}`)
  return tags.length > 1 ? [...new Set(tags)] : tags
}

function timed<A extends readonly unknown[], R>(
  { name, publish }: CachedFunction,
  clock: () => number,
  fn: (...args: A) => R,
): (args: A) => Promise<unknown> {
  return async args => {
    const begun = clock()
    const report = (isFailed: boolean): void =>
      publish(() => ({ kind: 'computed', function: name, seconds: (clock() - begun) / 1000, isFailed }))
    try {
      const value = await fn(...args)
      report(false)
      return value
    } catch (error) {
      report(true)
      throw error
    }
  }
}

/**
 * Returns the result of `ttl`, or NaN if `ttl` throws or does not return a number. Does not throw, so that the computed
 * value is not lost.
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
