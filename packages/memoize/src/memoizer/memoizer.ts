import type { Call } from '../calls/cachedFunction.js'
import { functionRegistry } from '../calls/functionRegistry.js'
import { liveCalls } from '../calls/liveCalls.js'
import { createLruCache, type RamLimits } from '../calls/lruCache.js'
import { type Memoized, type MemoizeOptions, memoizedFunction } from '../calls/memoizedFunction.js'
import { checkSettings } from '../settings/checkSettings.js'
import { routerFor } from '../settings/routing.js'
import type { MemoizeSettings } from '../settings/settings.js'
import type { MemoizeStatus } from '../status/memoizeStatus.js'
import { isFunctionName, type StoreInvalidation } from '../store/sharedStore.js'
import { cacheDigests } from '../values/cacheDigests.js'
import { type ConnectedStore, connectStore, type SharedOptions } from './connectStore.js'
import { type MemoizeLog, neverFailing } from './memoizeLog.js'
import { functionsStatus, settingsStatus } from './status.js'

type AnyFunction = (...args: never[]) => unknown

/** Like `Parameters`, which does not support read-only lists of arguments. */
type ArgumentsOf<F> = F extends (...args: infer A extends readonly unknown[]) => unknown ? A : never

type ResultOf<F> = F extends (...args: never[]) => infer R ? R : never

/**
 * `F` if it is a function type; otherwise `() => never`, to which `F` is not assignable. Provides no contextual types
 * for parameters, so that the compiler infers the type of a parameter with a default from that default.
 */
type FunctionOf<F> = F & ([F] extends [AnyFunction] ? unknown : () => never)

/** Memoizes functions: across instances if a shared store is configured, and otherwise in the RAM of this process. */
export interface Memoizer {
  /**
   * Returns a function that caches the results of `fn`. Throws an Error for invalid options, and if the name is in use
   * by another function or by the same function with a different `key`, `version` or `ttl` (functions are compared by
   * identity); the message says how to fix the problem. The returned function rejects with an Error if its arguments
   * cannot be part of a cache key.
   *
   * Types: options and result have the types of the function. If an inline function has a parameter with a default but
   * no type (`fresh = false`), annotate the parameters of an inline `key` or `ttl`. Type parameters of generic
   * functions are lost.
   */
  memoize<F>(
    // The types are inferred only from the function, so that options may accept fewer arguments.
    options: MemoizeOptions<ArgumentsOf<F>, ResultOf<F>>,
    fn: FunctionOf<F>,
  ): Memoized<ArgumentsOf<F>, ResultOf<F>>
  /** Reports the status. Also queries the server, even if the breaker is open; changes nothing. */
  status(): Promise<MemoizeStatus>
  /** Drops the values of a function from the shared store and from this process, or all values if `name` is null. */
  invalidate(name: string | null): Promise<Invalidation>
  /**
   * Drops the values of a function from this process only, or all values if `name` is null. Use this method for
   * invalidations that arrive through a channel other than the shared store.
   */
  forget(name: string | null): void
  /** Resolves when all pending writes are done. Await this promise before you close the store. */
  settled(): Promise<void>
}

/**
 * `unavailable`: RAM was cleared, and the invalidation will be repeated before the store is used again; until then,
 * other instances may serve old values.
 */
export type Invalidation =
  | { readonly kind: 'invalidated'; readonly function: string | null; readonly removed: number }
  | { readonly kind: 'unavailable'; readonly reason: string }

export interface MemoizerOptions {
  readonly settings: MemoizeSettings
  /** A monotonic clock in fractional milliseconds. */
  readonly clock: () => number
  /**
   * Shortens long keys if `shared`, which contains its own digest, is absent. If `digest` is omitted, RAM contains the
   * full keys.
   */
  readonly digest?: (text: string) => string
  /** Without a shared store, values stay in RAM. */
  readonly shared?: SharedOptions | null
  /**
   * The limits of each of the three RAM caches: 1000 entries and 64 MiB by default. A value that is not encoded counts
   * as 0 bytes unless its function declares a `size`.
   */
  readonly ram?: RamLimits
  /** Receives log messages. Errors and rejections of this function are ignored. */
  readonly onLog?: MemoizeLog
}

const defaultRam: RamLimits = { entries: 1000, bytes: 64 * 1024 * 1024 }

/** Creates a memoizer. Throws an Error that lists all problems with the settings. */
export function createMemoizer(options: MemoizerOptions): Memoizer {
  const settings = requireSettings(options.settings)
  requirePing(options.shared)
  const { clock, ram = defaultRam, onLog = () => {} } = options
  const log = neverFailing(onLog)
  const digest = cacheDigests(options.shared?.digest ?? options.digest ?? (text => text))
  const functions = functionRegistry(routerFor(settings))
  const liveValues = createLruCache<unknown>(ram, clock)
  const live = liveCalls(liveValues)
  const connected = options.shared
    ? connectStore({
        shared: options.shared,
        settings,
        clock,
        ram,
        live,
        log,
        onBack: () => functions.beginEpoch(null),
      })
    : null

  function forget(name: string | null): void {
    functions.beginEpoch(name)
    liveValues.drop(name)
    connected?.drop(name)
  }

  function answer(call: Call): Promise<unknown> {
    call.fn.isUsed = true
    return connected && call.fn.routing.route === 'shared' ? connected.answer(call) : live.answer(call)
  }

  return {
    memoize: <F>(memoizeOptions: MemoizeOptions<ArgumentsOf<F>, ResultOf<F>>, implementation: FunctionOf<F>) => {
      const cached = functions.register(memoizeOptions, implementation)
      if (memoizeOptions.replace) forget(memoizeOptions.name)
      const fn = implementation as (...args: ArgumentsOf<F>) => ResultOf<F>
      return memoizedFunction({ ttl: settings.ttl, digest, answer }, cached, { options: memoizeOptions, fn })
    },
    status: async () => ({
      active: connected !== null,
      settings: settingsStatus(settings, options.shared?.maskedUrl ?? null),
      ...((await connected?.status()) ?? { breaker: null, server: null }),
      functions: connected ? functionsStatus(functions.all()) : {},
    }),
    invalidate: async name => {
      forget(name)
      const outcome = await invalidateShared(connected, name)
      forget(name) // Calls that began during the invalidation may have read old values.
      if (outcome.kind !== 'removed') return { kind: 'unavailable', reason: outcome.reason }
      return { kind: 'invalidated', function: name, removed: outcome.removed }
    },
    forget,
    settled: async () => connected?.settled(),
  }
}

function requireSettings(settings: MemoizeSettings): MemoizeSettings {
  const checked = checkSettings(settings ?? {})
  if (checked.ok) return checked.settings
  const problems = checked.problems.map(({ setting, problem }) => `${setting}: ${problem}`)
  throw new Error(`Functions cannot be memoized with these settings. ${problems.join(' ')}`)
}

/** Throws if the store does not implement `ping`, because an open breaker would then never close. */
function requirePing(shared: MemoizerOptions['shared']): void {
  if (shared && typeof shared.store.ping !== 'function')
    throw new Error(
      'The shared store has no function "ping", which is needed to detect that a failed store has recovered.',
    )
}

/** Skips the store for an invalid function name, because such a name could match several keys in the store. */
async function invalidateShared(connected: ConnectedStore | null, name: string | null): Promise<StoreInvalidation> {
  const isName = name === null || isFunctionName(name)
  return connected && isName ? connected.invalidate(name) : { kind: 'removed', removed: 0 }
}
