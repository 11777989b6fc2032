import { canonicalKey, canonicalList } from '../values/canonicalKey.js'
import type { CachedFunction, Call } from './cachedFunction.js'

/** What `key` returns for a call that is neither to be looked up nor kept: the function simply runs. */
export const dontCache: unique symbol = Symbol('dontCache')

export interface MemoizeOptions<A extends readonly unknown[], R> {
  /**
   * Unique in the process and the same in all instances, such as `package/module.function`: 1 to 200 of the characters
   * `A-Z a-z 0-9 _ $ @ . / -`.
   */
  readonly name: string
  /**
   * What a call depends on; all arguments by default. It holds `undefined`, `null`, booleans, numbers, bigints, texts,
   * dates, bytes (`Uint8Array`), and dense arrays, maps, sets and plain objects of those, in at most 100 levels; calls
   * for which it is equal share a value, whatever the order of keys and entries. A call rejects with an Error when it
   * holds anything else (functions, symbols, instances of classes), because what it left out would be shared too.
   */
  readonly key?: (...args: A) => unknown
  /** A text or a finite number, to be changed with the meaning of the values; older ones are not found any more. */
  readonly version?: string | number
  /**
   * Seconds that a value may be kept, above 0; the settings' `ttl` by default. `Infinity` and whatever is longer stand
   * for 1000000000. A function tells when a value ends by itself, if that is sooner than the settings' `ttl`; when it
   * throws, or returns what is no number above 0, the value is returned and not kept.
   */
  readonly ttl?: number | ((result: Awaited<R>, ...args: A) => number)
  /** About the bytes that a result takes in RAM, where they are many: they count against those of the cache. 0 by default. */
  readonly size?: (result: Awaited<R>) => number
  /**
   * Takes the place of whatever has the name already: for reloading code. The values that it has in RAM are dropped,
   * those in a shared store are found as before unless the `version` is another one. From then on what `memoize` had
   * returned for the name just runs its function: nothing is looked up, kept or counted.
   */
  readonly replace?: boolean
}

/** The same function, whose results may come from a cache. A call that fails is not cached. */
export type Memoized<A extends readonly unknown[], R> = (...args: A) => Promise<Awaited<R>>

export interface Memoizing {
  /** Seconds. */
  readonly ttl: number
  digest(text: string): string
  answer(call: Call): Promise<unknown>
}

/** Longer keys are kept in RAM by their digest. */
const maxKeyLength = 200
const maxTtl = 1_000_000_000

export function memoizedFunction<A extends readonly unknown[], R>(
  { ttl: defaultTtl, digest, answer }: Memoizing,
  cached: CachedFunction,
  { options, fn }: { readonly options: MemoizeOptions<A, R>; readonly fn: (...args: A) => R },
): Memoized<A, R> {
  const { key: keyOf, version = null, ttl = defaultTtl, size = () => 0 } = options
  const prefix = canonicalKey(options.name) + canonicalKey(version)
  const compute = async (args: A): Promise<unknown> => await fn(...args)
  const told = (tell: () => number): number => Math.min(defaultTtl, numberOf(tell))
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
      lifetime: value => milliseconds(typeof ttl === 'number' ? ttl : told(() => ttl(value as Awaited<R>, ...args))),
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

/** No number when there is none to be had: a value that was computed is not lost by a mistake in how long it lives. */
function numberOf(tell: () => unknown): number {
  try {
    const told = tell()
    return typeof told === 'number' ? told : Number.NaN
  } catch {
    return Number.NaN
  }
}

function milliseconds(seconds: number): number {
  return seconds > 0 ? Math.min(seconds, maxTtl) * 1000 : 0
}
