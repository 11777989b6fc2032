import type { Call } from '../calls/cachedFunction.js'
import type { LiveCalls } from '../calls/liveCalls.js'
import { createLruCache, type RamLimits } from '../calls/lruCache.js'
import { answerShared, type Copies, dropCopies, type SharedContext } from '../calls/sharedCalls.js'
import type { MemoizeSettings } from '../settings/settings.js'
import type { MemoizeStatus } from '../status/memoizeStatus.js'
import { catchRejections } from '../store/catchRejections.js'
import type { SharedStore, StoreInvalidation } from '../store/sharedStore.js'
import { type GuardOptions, guardStore, type StoreGuard } from '../store/storeGuard.js'
import type { ValueCodec } from '../values/valueCodec.js'
import { logTexts, type MemoizeLog } from './memoizeLog.js'
import { breakerStatus, serverCheck } from './status.js'

/** The shared store and its configuration. */
export interface SharedOptions {
  readonly store: SharedStore
  readonly codec: ValueCodec
  /** A collision-resistant digest in URL-safe characters, such as SHA-256 in base64url; the same in all instances. */
  readonly digest: (text: string) => string
  /** The URL of the store without credentials, shown in the status; null or omitted if the store has no URL. */
  readonly maskedUrl?: string | null
  /**
   * The number of consecutive failures that opens the breaker. Defaults to 3. A single refused connection also opens
   * it.
   */
  readonly threshold?: number
}

export interface ConnectOptions {
  readonly shared: SharedOptions
  readonly settings: MemoizeSettings
  readonly clock: () => number
  readonly ram: RamLimits
  readonly live: LiveCalls
  readonly log: MemoizeLog
  /** Called when the store is in use again; results of calls that began earlier may then be stale. */
  onBack(): void
}

/** The operations that need the shared store. */
export interface ConnectedStore {
  answer(call: Call): Promise<unknown>
  invalidate(name: string | null): Promise<StoreInvalidation>
  /** Drops the RAM copies of the values of a function, or all RAM copies if `name` is null. */
  drop(name: string | null): void
  status(): Promise<Pick<MemoizeStatus, 'breaker' | 'server'>>
  /** Resolves when all writes and repeated invalidations are done. */
  settled(): Promise<void>
}

export function connectStore(options: ConnectOptions): ConnectedStore {
  const { shared, settings, clock, ram, live, log } = options
  const copies: Copies = { fallbackCopies: createLruCache(ram, clock), overflowCopies: createLruCache(ram, clock) }
  const running = new Set<Promise<void>>()
  const store = catchRejections(shared.store, clock)
  const guard = guardStore(guardOptions(options, store, copies))
  const sharing: SharedContext = {
    guard,
    codec: shared.codec,
    copies,
    live,
    retryAfter: settings.retryAfter * 1000,
    onRefused: (name, reason) => log('warn', logTexts.refused(name, reason)),
    onFailed: failureLog(options),
    background: task => {
      running.add(task)
      task.finally(() => running.delete(task))
    },
  }
  const checkServer = serverCheck(store.describe)
  return {
    answer: call => answerShared(sharing, call),
    invalidate: name => invalidateLogged(guard, log, name),
    drop: name => dropCopies(copies, name),
    status: async () => ({ server: await checkServer(), breaker: breakerStatus(guard.breaker(), clock()) }),
    settled: async () => {
      while (running.size > 0) await Promise.all(running)
      await guard.settled()
    },
  }
}

function guardOptions(
  { shared, settings, clock, log, onBack }: ConnectOptions,
  store: SharedStore,
  copies: Copies,
): GuardOptions {
  return {
    store,
    clock,
    threshold: shared.threshold ?? 3,
    retryAfter: settings.retryAfter * 1000,
    onUsable: name => {
      copies.fallbackCopies.drop(name)
      if (name === null) onBack()
    },
    onChange: change =>
      change.kind === 'back' ? log('info', logTexts.back) : log('warn', logTexts.givenUp(change.reason)),
  }
}

async function invalidateLogged(guard: StoreGuard, log: MemoizeLog, name: string | null): Promise<StoreInvalidation> {
  const outcome = await guard.invalidate(name)
  if (outcome.kind !== 'removed') log('warn', logTexts.notInvalidated(name, outcome.reason))
  return outcome
}

/** A store that rejects one write may reject every write, so this logs at most one line per `retry_after`. */
function failureLog({ settings, clock, log }: ConnectOptions): SharedContext['onFailed'] {
  let quietUntil = Number.NEGATIVE_INFINITY
  return (name, reason) => {
    if (clock() < quietUntil) return
    quietUntil = clock() + settings.retryAfter * 1000
    log('warn', logTexts.storeRefused(name, reason))
  }
}
