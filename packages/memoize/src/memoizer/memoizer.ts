import type { Call } from '../calls/cachedFunction.js'
import { dropFrom } from '../calls/copies.js'
import { functionRegistry, optionProblem } from '../calls/functionRegistry.js'
import type { Invalidation } from '../calls/invalidation.js'
import type { CreateLeases } from '../calls/leases.js'
import { type LiveValue, liveCalls } from '../calls/liveCalls.js'
import { createLruCache, type RamLimits } from '../calls/lruCache.js'
import { type Memoized, type MemoizeOptions, memoizedFunction } from '../calls/memoizedFunction.js'
import { type EventChannel, publisherFor } from '../calls/memoizeEvents.js'
import { createRenewals } from '../calls/renewals.js'
import { requireSettings } from '../settings/requireSettings.js'
import { routerFor } from '../settings/routing.js'
import type { MemoizeSettings } from '../settings/settings.js'
import type { MemoizeStatus } from '../status/memoizeStatus.js'
import { isFunctionName, type StoreInvalidation } from '../store/sharedStore.js'
import { functionTarget, isTag, type Target } from '../store/target.js'
import { cacheDigests } from '../values/cacheDigests.js'
import { mustBe } from '../values/shownValue.js'
import { type MemoizeLog, neverFailing } from './memoizeLog.js'
import { monotonicClock } from './monotonicClock.js'
import type { ConnectedStore, Sharing } from './sharing.js'
import { functionsStatus, settingsStatus } from './status.js'

/** The parameters of a function. Unlike `Parameters`, this type also accepts readonly parameter lists. */
type ArgumentsOf<F> = F extends (...args: infer A extends readonly unknown[]) => unknown ? A : never

type ResultOf<F> = F extends (...args: never[]) => infer R ? R : never

/**
 * The type of the function to memoize: `F` if it is a function type, and otherwise a type to which `F` is not
 * assignable. This type provides no contextual types for parameters, so the compiler infers the type of a parameter
 * from its default.
 */
type FunctionOf<F> = F & ([F] extends [(...args: never[]) => unknown] ? unknown : () => never)

/**
 * Memoizes functions. Values are shared between instances if a shared store is configured. Otherwise, they remain in
 * the RAM of this process.
 */
export interface Memoizer {
  /**
   * Returns a function that caches the results of `fn`. Throws an Error if an option is invalid, or if the name is
   * already registered for another function or with different options. Functions are compared by identity. The error
   * message explains how to solve the problem. The returned function rejects with an Error if its arguments cannot be
   * part of a cache key.
   *
   * The types of the options and of the result are inferred from the type of `fn`. If a parameter of an inline function
   * has a default but no type (`fresh = false`), annotate the parameters of an inline `key` or `ttl`. The type
   * parameters of generic functions are lost.
   */
  memoize<F>(
    // Types are inferred only from the function, so that options can declare fewer parameters than the function.
    options: MemoizeOptions<ArgumentsOf<F>, ResultOf<F>>,
    fn: FunctionOf<F>,
  ): Memoized<ArgumentsOf<F>, ResultOf<F>>
  /**
   * Returns the status, with the counters of all functions that have been called. Unless `server` is false, queries the
   * server even if the breaker is open, without changing the state of the breaker.
   */
  status(options?: { readonly server?: boolean }): Promise<MemoizeStatus>
  /**
   * Removes the values of a function from the shared store and from this process. If `name` is null, removes the values
   * of all functions.
   */
  invalidate(name: string | null): Promise<Invalidation>
  /** Removes the values with a tag from this process, and makes them stale in the shared store. */
  invalidateTag(tag: string): Promise<Invalidation>
  /**
   * Removes the values of a function, or of all functions if `name` is null, only from this process. Use this method
   * for invalidations that do not arrive through the shared store.
   */
  forget(name: string | null): void
  /**
   * Resolves when all writes and other background tasks have finished. Await this promise before you close the store.
   */
  settled(): Promise<void>
}

/** The options of a memoizer. All times are in seconds. */
export interface MemoizerOptions {
  /** The settings that differ from `defaultMemoizeSettings`. */
  readonly settings?: Partial<MemoizeSettings>
  /** The default for the `localFor` option of functions, in seconds. Defaults to 0, which disables local copies. */
  readonly localFor?: number
  /**
   * The default for the `staleFor` option of functions, in seconds. Defaults to 0, which means that expired values are
   * never served.
   */
  readonly staleFor?: number
  /**
   * The default for the `lease` option of functions, in seconds. Defaults to 0, which means that processes do not wait
   * for one another.
   */
  readonly lease?: number
  /**
   * The `createLeases` function from `@plenum/memoize/lease`. The function is required if a memoized function has a
   * `lease`.
   */
  readonly leases?: CreateLeases
  /** A monotonic clock in fractional milliseconds. Defaults to `performance.now`. */
  readonly clock?: () => number
  /**
   * Returns the digest that replaces a long key in RAM. Used only without `shared`, because a shared store has its own
   * `digest` option. If neither option is set, long keys are not replaced.
   */
  readonly digest?: (text: string) => string
  /** The result of `shareThrough` or `shareThroughRedis`. Without a shared store, values remain in RAM. */
  readonly shared?: Sharing | null
  /**
   * The limits for each of the RAM caches. Defaults to 1000 entries and 64 MiB. The size of a value that is not encoded
   * is 0 bytes, unless its function has the `size` option.
   */
  readonly ram?: RamLimits
  /** Receives log messages. Errors and rejections in this function are ignored. */
  readonly onLog?: MemoizeLog
  /** A channel that receives diagnostic events, such as a channel of Node's `diagnostics_channel`. */
  readonly events?: EventChannel
}

const defaultRam: RamLimits = { entries: 1000, bytes: 64 * 1024 * 1024 }

/** Creates a memoizer. Throws an Error if an option is invalid. For `settings`, the message lists all problems. */
export function createMemoizer(options: MemoizerOptions = {}): Memoizer {
  const settings = requireSettings(options.settings)
  const { localFor = 0, staleFor = 0, lease = 0, shared = null, leases } = options
  requireOptions(options)
  const { clock = monotonicClock, ram = defaultRam, onLog = () => {} } = options
  const log = neverFailing(onLog)
  const publish = publisherFor(options.events)
  const digest = cacheDigests(shared?.digest ?? options.digest ?? (text => text))
  const defaults = { localFor, staleFor, lease, ttl: settings.ttl }
  const functions = functionRegistry({ routeOf: routerFor(settings), defaults, publish })
  const cache = createLruCache<LiveValue>(ram, clock)
  const { background, settled } = trackTasks()
  const renewals = createRenewals({ pauses: createLruCache<true>(ram, clock), background })
  const live = liveCalls({ cache, clock, renewals })
  const connected = shared
    ? shared.connect({
        ...{ shared, settings, clock, leases, ram, live, renewals, background, log, publish },
        onBack: () => functions.beginEpoch({ kind: 'all' }),
        onRemote: forgetTarget,
      })
    : null

  function forgetTarget(target: Target): void {
    functions.beginEpoch(target)
    dropFrom(cache, target)
    connected?.drop(target)
  }

  function answer(call: Call): Promise<unknown> {
    call.fn.isUsed = true
    return connected && call.fn.routing.route === 'shared' ? connected.answer(call) : live.answer(call)
  }

  async function invalidate(target: Target): Promise<Invalidation> {
    forgetTarget(target)
    const outcome = await invalidateShared(connected, target)
    forgetTarget(target) // Calls that began during the invalidation may have read old values.
    if (outcome.kind !== 'removed') return { kind: 'unavailable', reason: outcome.reason }
    return { kind: 'invalidated', function: 'name' in target ? target.name : null, removed: outcome.removed }
  }

  function invalidateCall({ fn, digest }: Call): Promise<Invalidation> {
    return invalidate({ kind: 'call', name: fn.name, digest: digest(), lifetime: fn.periods.lifetime })
  }

  return {
    memoize: <F>(memoizeOptions: MemoizeOptions<ArgumentsOf<F>, ResultOf<F>>, implementation: FunctionOf<F>) => {
      const cached = functions.register(memoizeOptions, implementation)
      if (memoizeOptions.replace) forgetTarget(functionTarget(memoizeOptions.name))
      if (cached.periods.lease > 0 && !leases) throw new Error(noLeases(memoizeOptions.name))
      if (cached.periods.localFor > 0) connected?.listen()
      const fn = implementation as (...args: ArgumentsOf<F>) => ResultOf<F>
      const context = { ttl: settings.ttl, clock, digest, answer, invalidateCall }
      return memoizedFunction(context, cached, { options: memoizeOptions, fn })
    },
    status: async ({ server = true } = {}) => ({
      active: connected !== null,
      settings: settingsStatus(settings, shared?.maskedUrl ?? null),
      ...((await connected?.status(server)) ?? { breaker: null, server: null }),
      functions: functionsStatus(functions.all()),
    }),
    invalidate: async name => invalidate(functionTarget(requireName(name))),
    invalidateTag: async tag => {
      if (!isTag(tag)) throw new Error(`A tag ${mustBe('a string of 1 to 200 characters without whitespace', tag)}`)
      return invalidate({ kind: 'tag', tag })
    },
    forget: name => forgetTarget(functionTarget(requireName(name))),
    settled: async () => {
      await settled()
      await connected?.settled()
    },
  }
}

const noLeases = (name: string): string =>
  `The lease of ${name} needs the option "leases" of createMemoizer: createLeases of @plenum/memoize/lease.`

function requireOptions(options: MemoizerOptions): void {
  const { localFor, staleFor, lease } = options
  const problem = optionProblem({ localFor, staleFor, lease })
  if (problem !== null) throw new Error(problem)
  if (options.shared && typeof options.shared.connect !== 'function')
    throw new Error('The option "shared" must be the result of shareThrough or shareThroughRedis.')
}

/** Throws an Error unless the name is a string or null, so that an omitted name does not invalidate all values. */
function requireName(name: unknown): string | null {
  if (name === null || typeof name === 'string') return name
  throw new Error(`The target ${mustBe('the name of a function, or null for all functions', name)}`)
}

function trackTasks() {
  const running = new Set<Promise<void>>()
  return {
    background: (task: Promise<void>): void => {
      running.add(task)
      task.finally(() => running.delete(task))
    },
    settled: async (): Promise<void> => {
      while (running.size > 0) await Promise.all(running)
    },
  }
}

/**
 * Invalidates values in the shared store. Does not use the store for an invalid function name, because such a name
 * could match several keys in the store.
 */
async function invalidateShared(connected: ConnectedStore | null, target: Target): Promise<StoreInvalidation> {
  const isValid = !('name' in target) || isFunctionName(target.name)
  return connected && isValid ? connected.invalidate(target) : { kind: 'removed', removed: 0 }
}
