import type { Target } from '../store/target.js'
import type { Outcome } from './counters.js'

/** A diagnostic event. `function` is the name of a memoized function. Times are in seconds. */
export type MemoizeEvent =
  /** A value was read or written, and the outcome was counted. */
  | { readonly kind: 'outcome'; readonly function: string; readonly outcome: Outcome }
  /** A memoized function has run. `isFailed` is true if the function threw an error or its promise was rejected. */
  | { readonly kind: 'computed'; readonly function: string; readonly seconds: number; readonly isFailed: boolean }
  /** A call has waited for a value that another process computed. */
  | { readonly kind: 'waited'; readonly function: string; readonly seconds: number }
  /**
   * Values were invalidated by this process or, if `isRemote` is true, by another process. If `isPending` is true, the
   * store did not accept the invalidation, and it will be repeated.
   */
  | {
      readonly kind: 'invalidated'
      readonly target: Target
      readonly isRemote: boolean
      readonly isPending: boolean
    }
  /** The circuit breaker of the store has opened or closed. */
  | { readonly kind: 'breaker'; readonly isOpen: boolean; readonly reason: string | null }

/**
 * Receives events. The type is compatible with a channel of Node's `diagnostics_channel`. Events are created only while
 * the channel has subscribers.
 */
export interface EventChannel {
  readonly hasSubscribers: boolean
  publish(event: MemoizeEvent): void
}

export type Publish = (create: () => MemoizeEvent) => void

/** Returns a function that publishes events. Errors in subscribers do not reach the callers of memoized functions. */
export function publisherFor(channel: EventChannel | undefined): Publish {
  if (!channel) return () => {}
  return create => {
    if (!channel.hasSubscribers) return
    try {
      channel.publish(create())
    } catch {
      // Errors are ignored, because a subscriber must not affect the functions that it observes.
    }
  }
}
