import { type Breaker, type BreakerEvent, breakerFor, closedBreaker, isAtEase } from './breaker.js'
import { createInvalidator } from './invalidator.js'
import type { Address, SharedStore, StoredValue, StoreInvalidation, StoreRead, StoreWrite } from './sharedStore.js'

/** A value that must not be used: the store has yet to be told of an invalidation of the function. */
export interface Withheld {
  readonly kind: 'withheld'
  readonly token: string
}

/** The shared store behind the breaker: who may ask it when. Nothing rejects. */
export interface StoreGuard {
  /** Null when the store is not to be asked now. `digest` is called only when it is. */
  get(name: string, digest: () => string): Promise<StoreRead | Withheld> | null
  /** Null when the store is not to be asked now. */
  set(address: Address, value: StoredValue): Promise<StoreWrite> | null
  /** Asks the store at any rate, and changes nothing of the breaker; what fails is repeated before the store is used again. */
  invalidate(name: string | null): Promise<StoreInvalidation>
  /** Whether values of a function may come from the store; false too while it waits for an invalidation. */
  isInUse(name: string): boolean
  breaker(): Breaker
  /** Ends when no invalidation is being repeated. */
  settled(): Promise<void>
}

export interface GuardOptions {
  /** Keeps its deadlines, and never rejects (see `catchRejections`). */
  readonly store: SharedStore
  readonly clock: () => number
  readonly threshold: number
  /** Milliseconds. */
  readonly retryAfter: number
  /** The store was given up, or is back. */
  onChange(change: { readonly kind: 'given-up'; readonly reason: string } | { readonly kind: 'back' }): void
  /** From now on values of a function, or of all for null, come from the store: what stood in for them has to go. */
  onUsable(name: string | null): void
}

export function guardStore(options: GuardOptions): StoreGuard {
  const { store, clock } = options
  const breaker = watchBreaker(options)
  const invalidator = createInvalidator({ ...options, onRepeated: options.onUsable })

  function mayAsk(name: string): boolean {
    const { state } = breaker
    if (state.kind !== 'closed') return state.kind === 'open' && clock() >= state.until
    if (!invalidator.isOwed(name)) return true
    invalidator.repeatIfDue()
    return false
  }

  async function finish<T extends StoreRead | StoreWrite>(work: Promise<T>): Promise<T> {
    const begun = breaker.state
    const outcome = await work
    if (begun === breaker.state && isAtEase(begun) && outcome.kind !== 'unavailable') return outcome
    const { kind, round } = begun
    if (outcome.kind === 'not-asked' && kind !== 'halfOpen') return outcome
    if (outcome.kind === 'unavailable' || outcome.kind === 'not-asked')
      breaker.move({ kind: 'failed', round }, outcome.reason)
    // A store that answers a probe is back only when it has been told of every invalidation; nobody waits for that.
    else if (kind !== 'halfOpen' || invalidator.owesNothing()) breaker.move({ kind: 'succeeded', round })
    else void invalidator.repeat().then(done => breaker.move({ kind: done ? 'succeeded' : 'failed', round }))
    return outcome
  }

  return {
    get: (name, digest) => {
      if (!mayAsk(name)) return null
      const address = { name, digest: digest() }
      // Asked before the request: what the server reads now is outdated even when it is told before the reply arrives.
      const isOutdated = invalidator.isOwed(name)
      if (breaker.state.kind === 'open') breaker.move({ kind: 'asked' })
      const reading = finish(store.get(address))
      return isOutdated ? withhold(reading) : reading
    },
    set: (address, value) => (breaker.state.kind === 'closed' ? finish(store.set(address, value)) : null),
    isInUse: name => breaker.state.kind === 'closed' && !invalidator.isOwed(name),
    invalidate: invalidator.invalidate,
    settled: invalidator.settled,
    breaker: () => breaker.state,
  }
}

async function withhold(reading: Promise<StoreRead>): Promise<StoreRead | Withheld> {
  const outcome = await reading
  return 'token' in outcome ? { kind: 'withheld', token: outcome.token } : outcome
}

interface WatchedBreaker {
  readonly state: Breaker
  move(event: BreakerEvent, reason?: string): void
}

function watchBreaker(options: GuardOptions): WatchedBreaker {
  const next = breakerFor(options)
  let state = closedBreaker
  return {
    get state() {
      return state
    },
    move: (event, reason = '') => {
      const before = state
      state = next(before, event, options.clock())
      if (before.kind === 'closed' && state.kind === 'open') options.onChange({ kind: 'given-up', reason })
      if (before.kind !== 'halfOpen' || state.kind !== 'closed') return
      options.onUsable(null)
      options.onChange({ kind: 'back' })
    },
  }
}
