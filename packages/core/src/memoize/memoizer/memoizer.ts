import type { Call } from '../calls/cachedFunction.js'
import { functionRegistry } from '../calls/functionRegistry.js'
import { liveCalls } from '../calls/liveCalls.js'
import { createLruCache, type RamLimits } from '../calls/lruCache.js'
import { type Memoized, type MemoizeOptions, memoizedFunction } from '../calls/memoizedFunction.js'
import { checkSettings } from '../settings/checkSettings.js'
import { routerFor } from '../settings/routing.js'
import type { MemoizeSettings } from '../settings/settings.js'
import { isFunctionName, type StoreInvalidation } from '../store/sharedStore.js'
import { rememberDigests } from '../values/rememberDigests.js'
import { type ConnectedStore, connectStore, type SharedOptions } from './connectStore.js'
import { type MemoizeLog, unfailing } from './memoizeLog.js'
import { functionsStatus, type MemoizeStatus, settingsStatus } from './status.js'

type AnyFunction = (...args: never[]) => unknown

/** As `Parameters`, which does not know read-only lists of arguments. */
type ArgumentsOf<F> = F extends (...args: infer A extends readonly unknown[]) => unknown ? A : never

type ResultOf<F> = F extends (...args: never[]) => infer R ? R : never

/**
 * F, which must be a function. Nothing in it tells the compiler what the parameters of a function are, so that those
 * with a default have the type of that; for what is no function, it is a function that there is not.
 */
type FunctionOf<F> = F & ([F] extends [AnyFunction] ? unknown : () => never)

/** Memoizes functions: across instances where there is a shared store, in the RAM of this process otherwise. */
export interface Memoizer {
  /**
   * The function with its results cached. Throws an Error when an option is none, and when the name is in use by
   * another function, or by the same with another `key`, `version` or `ttl` (another function that reads alike is
   * another one): the message says what would be right. The function that it returns rejects with an Error when a key
   * cannot be made of the arguments.
   *
   * For the compiler: options and result have the types of the function. Where it is written in place with a parameter
   * that has a default but no type (`fresh = false`), the parameters of a `key` or `ttl` written in place need theirs;
   * and type parameters of a generic function are not kept.
   */
  memoize<F>(
    // Stated by the function alone, so that the options may take fewer of its arguments.
    options: MemoizeOptions<ArgumentsOf<F>, ResultOf<F>>,
    fn: FunctionOf<F>,
  ): Memoized<ArgumentsOf<F>, ResultOf<F>>
  /** Asks the server too, whatever the breaker says, and changes nothing. */
  status(): Promise<MemoizeStatus>
  /** Drops the values of a function, or for null all of them, from the shared store and from this process. */
  invalidate(name: string | null): Promise<Invalidation>
  /**
   * Drops the values of a function, or for null all of them, from this process alone. For those who hear of an
   * invalidation in another way than through the shared store.
   */
  forget(name: string | null): void
  /** Ends when nothing is being written any more; to be waited for before the store is closed. */
  settled(): Promise<void>
}

/**
 * `unavailable`: RAM was dropped, and the store will be told before it is used again; other instances may go on as
 * before.
 */
export type Invalidation =
  | { readonly kind: 'invalidated'; readonly function: string | null; readonly removed: number }
  | { readonly kind: 'unavailable'; readonly reason: string }

export interface MemoizerOptions {
  readonly settings: MemoizeSettings
  /** Milliseconds of a monotonic clock, with fractions. */
  readonly clock: () => number
  /** Shortens long keys where nothing is shared, as that of `shared` does otherwise; left out, they stay whole in RAM. */
  readonly digest?: (text: string) => string
  /** Without it values stay in RAM. */
  readonly shared?: SharedOptions | null
  /**
   * Of each of the three caches in RAM: 1000 entries and 64 MiB by default. Values that are not encoded count as no
   * bytes.
   */
  readonly ram?: RamLimits
  /** What it throws, and what a promise that it returns rejects with, is swallowed. */
  readonly onLog?: MemoizeLog
}

const defaultRam: RamLimits = { entries: 1000, bytes: 64 * 1024 * 1024 }

/** Throws an Error that lists what is wrong with the settings. */
export function createMemoizer(options: MemoizerOptions): Memoizer {
  const settings = requireSettings(options.settings)
  requirePing(options.shared)
  const { clock, ram = defaultRam, onLog = () => {} } = options
  const log = unfailing(onLog)
  const digest = rememberDigests(options.shared?.digest ?? options.digest ?? (text => text))
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
    call.fn.isSeen = true
    return connected && call.fn.routing.route === 'shared' ? connected.answer(call) : live.answer(call)
  }

  return {
    memoize: <F>(given: MemoizeOptions<ArgumentsOf<F>, ResultOf<F>>, implementation: FunctionOf<F>) => {
      const cached = functions.register(given, implementation)
      if (given.replace) forget(given.name)
      const fn = implementation as (...args: ArgumentsOf<F>) => ResultOf<F>
      return memoizedFunction({ ttl: settings.ttl, digest, answer }, cached, { options: given, fn })
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
      forget(name) // Calls that began meanwhile may have seen values from before.
      if (outcome.kind !== 'removed') return { kind: 'unavailable', reason: outcome.reason }
      return { kind: 'invalidated', function: name, removed: outcome.removed }
    },
    forget,
    settled: async () => connected?.settled(),
  }
}

function requireSettings(given: MemoizeSettings): MemoizeSettings {
  const checked = checkSettings(given ?? {})
  if (checked.ok) return checked.settings
  const problems = checked.problems.map(({ setting, problem }) => `${setting}: ${problem}`)
  throw new Error(`Functions cannot be memoized with these settings. ${problems.join(' ')}`)
}

/** Without it a store that was given up would never be used again. */
function requirePing(shared: MemoizerOptions['shared']): void {
  if (shared && typeof shared.store.ping !== 'function')
    throw new Error(
      'The shared store has no function "ping", by which a store that has failed is found to answer again.',
    )
}

/** A name that no function can have may look like several keys to the store, which is not asked then. */
async function invalidateShared(connected: ConnectedStore | null, name: string | null): Promise<StoreInvalidation> {
  const isName = name === null || isFunctionName(name)
  return connected && isName ? connected.invalidate(name) : { kind: 'removed', removed: 0 }
}
