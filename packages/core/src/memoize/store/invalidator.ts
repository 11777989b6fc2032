import { pendingInvalidations } from './pendingInvalidations.js'
import type { SharedStore, StoreInvalidation } from './sharedStore.js'

/** Tells the store of invalidations, and remembers those that it was not told of. */
export interface Invalidator {
  invalidate(name: string | null): Promise<StoreInvalidation>
  /** Whether the store has values of the function that were to be removed. */
  isOwed(name: string): boolean
  owesNothing(): boolean
  /** Tells the store of all that it was not told of; false when that failed. What is added meanwhile waits for the next time. */
  repeat(): Promise<boolean>
  /** The same in the background, but not at once again after it failed. */
  repeatIfDue(): void
  /** Ends when nothing is being repeated. */
  settled(): Promise<void>
}

export interface InvalidatorOptions {
  readonly store: Pick<SharedStore, 'invalidate'>
  readonly clock: () => number
  /** Milliseconds. */
  readonly retryAfter: number
  /** The store has been told, some time after it was to be. */
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
    isOwed: pending.affects,
    owesNothing: () => pending.isEmpty,
    repeat,
    repeatIfDue: () => void (clock() >= due && repeat()),
    settled: async () => void (await repeating),
  }
}
