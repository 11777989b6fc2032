import { type Breaker, type BreakerEvent, breakerFor, closedBreaker } from './breaker.js'
import { pendingInvalidations } from './pendingInvalidations.js'
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
  readonly breaker: Breaker
  /** Ends when no invalidation is being repeated. */
  settled(): Promise<void>
}

export interface GuardOptions {
  /** Keeps its deadlines and never rejects (see `boundedStore`). */
  readonly store: SharedStore
  readonly clock: () => number
  readonly threshold: number
  /** Milliseconds. */
  readonly retryAfter: number
  /** The store was given up, or is back. */
  onChange(change: { readonly kind: 'given-up'; readonly because: string } | { readonly kind: 'back' }): void
  /** From now on values of a function, or of all for null, come from the store: what stood in for them has to go. */
  onUsable(name: string | null): void
}

export function guardStore(options: GuardOptions): StoreGuard {
  const { store, clock, retryAfter } = options
  const next = breakerFor(options)
  const pending = pendingInvalidations()
  let breaker = closedBreaker
  let repeating: Promise<boolean> | null = null
  let repeatFrom = Number.NEGATIVE_INFINITY

  function move(event: BreakerEvent, because = ''): void {
    const before = breaker
    breaker = next(before, event, clock())
    if (before.kind === 'closed' && breaker.kind === 'open') options.onChange({ kind: 'given-up', because })
    if (before.kind !== 'probing' || breaker.kind !== 'closed') return
    options.onUsable(null)
    options.onChange({ kind: 'back' })
  }

  async function invalidate(name: string | null): Promise<StoreInvalidation> {
    const mark = pending.mark()
    const outcome = await store.invalidate(name)
    if (outcome.kind === 'removed') pending.settle(name, mark)
    else pending.add(name)
    return outcome
  }

  /** Whether the store was told of everything. One run at a time; what is added meanwhile waits for the next. */
  function repeatPending(): Promise<boolean> {
    repeating ??= repeatAll().finally(() => {
      repeating = null
    })
    return repeating
  }

  async function repeatAll(): Promise<boolean> {
    for (const name of pending.names()) {
      if ((await invalidate(name)).kind !== 'removed') {
        repeatFrom = clock() + retryAfter
        return false
      }
      options.onUsable(name)
    }
    return true
  }

  function mayAsk(name: string): boolean {
    if (breaker.kind !== 'closed') return breaker.kind === 'open' && clock() >= breaker.until
    if (!pending.affects(name)) return true
    if (clock() >= repeatFrom) void repeatPending()
    return false
  }

  async function finish<T extends StoreRead | StoreWrite>(work: Promise<T>): Promise<T> {
    const { kind, round } = breaker
    const outcome = await work
    if (outcome.kind === 'unavailable') move({ kind: 'failed', round }, outcome.because)
    // A store that answers a probe is back only when it has been told of every invalidation; nobody waits for that.
    else if (kind !== 'probing' || pending.isEmpty) move({ kind: 'succeeded', round })
    else void repeatPending().then(done => move({ kind: done ? 'succeeded' : 'failed', round }))
    return outcome
  }

  async function read(address: Address): Promise<StoreRead | Withheld> {
    // Asked before the request: what the server reads now is outdated even when it is told before the reply arrives.
    const isOutdated = pending.affects(address.name)
    const outcome = await finish(store.get(address))
    return isOutdated && 'token' in outcome ? { kind: 'withheld', token: outcome.token } : outcome
  }

  return {
    get: (name, digest) => {
      if (!mayAsk(name)) return null
      const address = { name, digest: digest() }
      move({ kind: 'asked' })
      return read(address)
    },
    set: (address, value) => (breaker.kind === 'closed' ? finish(store.set(address, value)) : null),
    invalidate,
    isInUse: name => breaker.kind === 'closed' && !pending.affects(name),
    get breaker() {
      return breaker
    },
    settled: async () => {
      await repeating
    },
  }
}
