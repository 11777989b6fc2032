import { pendingInvalidations } from './pendingInvalidations.js'
import type { SharedStore, StoreInvalidation } from './sharedStore.js'

/** Sends invalidations to the store, and queues failed invalidations. */
export interface Invalidator {
  invalidate(name: string | null): Promise<StoreInvalidation>
  isPending(name: string): boolean
  isSettled(): boolean
  /**
   * Sends all pending invalidations; returns false if that fails. Invalidations added in the meantime wait for the next
   * call.
   */
  repeat(): Promise<boolean>
  /** Like `repeat`, but runs in the background and waits after a failure. */
  repeatIfDue(): void
  /** Resolves when no repetition is running. */
  settled(): Promise<void>
}

export interface InvalidatorOptions {
  readonly store: Pick<SharedStore, 'invalidate'>
  readonly clock: () => number
  /** The number of milliseconds after which a failed repetition is attempted again. */
  readonly retryAfter: number
  /** Called after a delayed invalidation has succeeded. */
  onRepeated(name: string | null): void
}

export function createInvalidator({ store, clock, retryAfter, onRepeated }: InvalidatorOptions): Invalidator {
  const pending = pendingInvalidations()
  let repeating: Promise<boolean> | null = null
  let due = Number.NEGATIVE_INFINITY

  async function invalidate(name: string | null): Promise<StoreInvalidation> {
    const mark = pending.mark()
    const outcome = await store.invalidate(name)
    if (outcome.kind === 'removed') pending.settle(name, mark)
    else pending.add(name)
    return outcome
  }

  async function repeatAll(): Promise<boolean> {
    for (const name of pending.names()) {
      if ((await invalidate(name)).kind !== 'removed') {
        due = clock() + retryAfter
        return false
      }
      onRepeated(name)
    }
    return true
  }

  function repeat(): Promise<boolean> {
    repeating ??= repeatAll().finally(() => {
      repeating = null
    })
    return repeating
  }

  return {
    invalidate,
    isPending: pending.affects,
    isSettled: () => pending.isEmpty,
    repeat,
    repeatIfDue: () => void (clock() >= due && repeat()),
    settled: async () => void (await repeating),
  }
}
