import { pendingInvalidations } from './pendingInvalidations.js'
import type { CompleteStore, StoreInvalidation } from './sharedStore.js'
import type { Affected, Target } from './target.js'

export interface Invalidator {
  invalidate(target: Target): Promise<StoreInvalidation>
  isPending(value: Affected): boolean
  isSettled(): boolean
  /**
   * Sends all pending invalidations, and resolves to false on failure. Invalidations that are added in the meantime
   * remain pending until the next call.
   */
  repeat(): Promise<boolean>
  /** Calls `repeat` in the background, unless `repeat` has failed less than `retryAfter` milliseconds ago. */
  repeatIfDue(): void
  /** Resolves when no invalidation is being repeated. */
  settled(): Promise<void>
}

export interface InvalidatorOptions {
  readonly store: Pick<CompleteStore, 'invalidate' | 'invalidateCall' | 'invalidateTag'>
  readonly clock: () => number
  /** The time after which a failed invalidation is repeated, in milliseconds. */
  readonly retryAfter: number
  /** Called after an invalidation that failed at first has succeeded. */
  onRepeated(target: Target): void
}

export function createInvalidator({ store, clock, retryAfter, onRepeated }: InvalidatorOptions): Invalidator {
  const pending = pendingInvalidations()
  let repeating: Promise<boolean> | null = null
  let due = Number.NEGATIVE_INFINITY

  async function invalidate(target: Target): Promise<StoreInvalidation> {
    const mark = pending.mark()
    const outcome = await send(store, target)
    if (outcome.kind === 'removed') pending.settle(target, mark)
    else pending.add(target)
    return outcome
  }

  async function repeatAll(): Promise<boolean> {
    for (const target of pending.targets()) {
      if ((await invalidate(target)).kind !== 'removed') {
        due = clock() + retryAfter
        return false
      }
      onRepeated(target)
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

function send(store: InvalidatorOptions['store'], target: Target): Promise<StoreInvalidation> {
  switch (target.kind) {
    case 'all':
      return store.invalidate(null)
    case 'function':
      return store.invalidate(target.name)
    case 'call':
      return store.invalidateCall(target, target.lifetime)
    case 'tag':
      return store.invalidateTag(target.tag)
  }
}
