import type { Target } from '../store/target.js'
import type { Outcome } from './counters.js'

/** A diagnostic event. `function` is the name of a memoized function. Times are in seconds. */
export type MemoizeEvent =
  /** A lookup or a write that was counted. */
  | { readonly kind: 'outcome'; readonly function: string; readonly outcome: Outcome }
  /** The function has run. `isFailed` means that it threw an error or rejected. */
  | { readonly kind: 'computed'; readonly function: string; readonly seconds: number; readonly isFailed: boolean }
  /** A call has waited for a value that another process computes. */
  | { readonly kind: 'waited'; readonly function: string; readonly seconds: number }
  /**
   * Values were invalidated by this process, or by another process if `isRemote` is true. `isPending` means that the
   * store did not accept the invalidation, which will be repeated.
   */
  | {
      readonly kind: 'invalidated'
      readonly target: Target
      readonly isRemote: boolean
      readonly isPending: boolean
    }
  /** The breaker of the store opened or closed. */
  | { readonly kind: 'breaker'; readonly isOpen: boolean; readonly reason: string | null }

/**
 * Receives events. The type is compatible with a channel of Node's `diagnostics_channel`. Events are not created while
 * the channel has no subscribers.
 */
export interface EventChannel {
  readonly hasSubscribers: boolean
  publish(event: MemoizeEvent): void
}

/** Creates an event and passes it to the channel if the channel has subscribers. */
export type Publish = (create: () => MemoizeEvent) => void

/** Errors of subscribers do not reach callers of memoized functions. */
export function publisherFor(channel: EventChannel | undefined): Publish {
  if (!channel) return () => {}
  return create => {
    if (!channel.hasSubscribers) return
    try {
      channel.publish(create())
    } catch {
      // A subscriber must not affect the functions that it observes.
    }
  }
}
