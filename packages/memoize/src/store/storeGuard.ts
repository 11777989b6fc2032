import { type Breaker, type BreakerEvent, breakerFor, closedBreaker, hasNoFailures } from './breaker.js'
import { createInvalidator } from './invalidator.js'
import { createRecovery } from './recovery.js'
import type {
  Address,
  CompleteStore,
  ReadOptions,
  StoredValue,
  StoreFault,
  StoreInvalidation,
  StoreLease,
  StoreRead,
  StoreWrite,
} from './sharedStore.js'
import type { Affected, Target } from './target.js'

/** The shared store, protected by a circuit breaker. The methods never reject. */
export interface StoreGuard {
  get(value: Affected, options?: ReadOptions): Promise<StoreRead> | null
  set(address: Address, value: StoredValue): Promise<StoreWrite> | null
  lease(address: Address, token: string, milliseconds: number): Promise<StoreLease> | null
  release(address: Address, token: string): void
  /**
   * Invalidates values. Always calls the store, and never changes the state of the breaker. If the call fails, it is
   * repeated before the store is used again.
   */
  invalidate(target: Target): Promise<StoreInvalidation>
  /** Whether a value may be read from the store: the breaker is closed, and no invalidation of the value is pending. */
  isInUse(value: Affected): boolean
  breaker(): Breaker
  /** Resolves when no invalidation is being repeated. */
  settled(): Promise<void>
}

export interface GuardOptions {
  /** The store, which must meet its deadlines and never reject (see `catchRejections`). */
  readonly store: CompleteStore
  readonly clock: () => number
  readonly threshold: number
  /** The time after which a failed invalidation is repeated, in milliseconds. */
  readonly retryAfter: number
  /** Called when the breaker opens (`given-up`) or closes (`back`). */
  onChange(change: { readonly kind: 'given-up'; readonly reason: string } | { readonly kind: 'back' }): void
  /**
   * Called when the store can be used again for the values of a target, so that their fallback copies can be removed.
   */
  onUsable(target: Target): void
}

export function guardStore(options: GuardOptions): StoreGuard {
  const { store, clock } = options
  const waiters = new Set<(fault: StoreFault) => void>()
  const invalidator = createInvalidator({ ...options, onRepeated: options.onUsable })
  const breaker = watchBreaker(options, reason => {
    recovery.begin()
    for (const release of waiters) release({ kind: 'unavailable', reason })
  })
  const recovery = createRecovery({
    store,
    clock,
    onWaiting: milliseconds => breaker.move({ kind: 'waiting', milliseconds }),
    onAnswered: () => {
      breaker.move({ kind: 'answered' })
      if (!invalidator.isSettled()) void invalidator.repeat()
    },
  })

  function isUsable(value: Affected): boolean {
    if (breaker.state.kind === 'open') recovery.resume()
    else if (!invalidator.isPending(value)) return true
    else invalidator.repeatIfDue()
    return false
  }

  function record(start: Breaker, outcome: StoreRead | StoreWrite | StoreLease): void {
    if (start === breaker.state && hasNoFailures(start) && outcome.kind !== 'unavailable') return
    const { round } = start
    if (outcome.kind === 'unavailable') {
      const { reason, isRefused = false } = outcome
      breaker.move({ kind: 'failed', round, isRefused }, reason)
    } else if (outcome.kind !== 'not-asked') breaker.move({ kind: 'succeeded', round })
  }

  /** Ends a request when the breaker opens, so that callers do not wait for the deadline of the request. */
  function untilOpen<T extends StoreRead | StoreWrite | StoreLease>(task: Promise<T>): Promise<T | StoreFault> {
    const start = breaker.state
    return new Promise(resolve => {
      waiters.add(resolve)
      task.then(outcome => {
        waiters.delete(resolve)
        record(start, outcome)
        resolve(outcome)
      })
    })
  }

  return {
    get: (value, options) => (isUsable(value) ? untilOpen(store.get(addressOf(value), options)) : null),
    set: (address, value) => (breaker.state.kind === 'closed' ? untilOpen(store.set(address, value)) : null),
    lease: (address, token, milliseconds) =>
      store.lease && breaker.state.kind === 'closed' ? untilOpen(store.lease(address, token, milliseconds)) : null,
    release: (address, token) => void store.release?.(address, token),
    isInUse: value => breaker.state.kind === 'closed' && !invalidator.isPending(value),
    invalidate: invalidator.invalidate,
    settled: invalidator.settled,
    breaker: () => breaker.state,
  }
}

export const addressOf = ({ name, tags, digest }: Affected): Address =>
  tags.length === 0 ? { name, digest: digest() } : { name, digest: digest(), tags }

interface WatchedBreaker {
  readonly state: Breaker
  move(event: BreakerEvent, reason?: string): void
}

function watchBreaker(options: GuardOptions, onOpen: (reason: string) => void): WatchedBreaker {
  const next = breakerFor(options)
  let state = closedBreaker
  return {
    get state() {
      return state
    },
    move: (event, reason = '') => {
      const before = state
      state = next(before, event, options.clock())
      if (before.kind === state.kind) return
      if (state.kind === 'open') {
        options.onChange({ kind: 'given-up', reason })
        onOpen(reason)
      } else {
        options.onUsable({ kind: 'all' })
        options.onChange({ kind: 'back' })
      }
    },
  }
}
