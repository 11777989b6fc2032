import type { Target } from '../store/target.js'
import type { Outcome } from './counters.js'

/** A diagnostic event. `function` is the name of a memoized function; times are in seconds. */
export type MemoizeEvent =
  /** A lookup or a write, as it is counted. */
  | { readonly kind: 'outcome'; readonly function: string; readonly outcome: Outcome }
  /** The function has run. `isFailed`: it threw an error or rejected. */
  | { readonly kind: 'computed'; readonly function: string; readonly seconds: number; readonly isFailed: boolean }
  /** A call has waited for the value that another process computes. */
  | { readonly kind: 'waited'; readonly function: string; readonly seconds: number }
  /**
   * Values were invalidated, by this process or, with `isRemote`, by another process. `isPending`: the store did not
   * accept the invalidation, which will be repeated.
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
 * Receives events. A channel of Node's `diagnostics_channel` has this shape. Events are not created while the channel
 * has no subscribers.
 */
export interface EventChannel {
  readonly hasSubscribers: boolean
  publish(event: MemoizeEvent): void
}

/** Creates an event and passes it to the channel, if the channel has subscribers. */
export type Publish = (create: () => MemoizeEvent) => void

/** Errors of subscribers never reach callers of memoized functions. */
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
