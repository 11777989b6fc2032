/**
 * Whether the shared store is asked. `round` counts how often it was given up: what began in another round has no say
 * any more, so that a late reply changes nothing.
 */
export type Breaker =
  | { readonly kind: 'closed'; readonly round: number; readonly failures: number }
  /** The store is left alone until this moment of the clock. */
  | { readonly kind: 'open'; readonly round: number; readonly until: number }
  /** One caller is finding out whether the store is back; all others do without it. */
  | { readonly kind: 'halfOpen'; readonly round: number }

export type BreakerEvent =
  /** Somebody wants to use the store; turns `open` into `halfOpen`, once, for the one who is to try. */
  | { readonly kind: 'asked' }
  /** How a request that began in a round ended; a success of a probe means that the store may be used again. */
  | { readonly kind: 'succeeded' | 'failed'; readonly round: number }

export interface BreakerRules {
  /** Failures in a row that open it. */
  readonly threshold: number
  /** Milliseconds for which it stays open. */
  readonly retryAfter: number
}

export const closedBreaker: Breaker = { kind: 'closed', round: 0, failures: 0 }

/** The breaker after an event at a moment of a monotonic clock, in milliseconds (docs/caching.md, Breaker). */
export function breakerFor({ threshold, retryAfter }: BreakerRules) {
  return (breaker: Breaker, event: BreakerEvent, now: number): Breaker => {
    const { round } = breaker
    if (event.kind === 'asked')
      return breaker.kind === 'open' && now >= breaker.until ? { kind: 'halfOpen', round } : breaker
    if (event.round !== round || breaker.kind === 'open') return breaker
    if (event.kind === 'succeeded') return isAtEase(breaker) ? breaker : { kind: 'closed', round, failures: 0 }
    const failures = breaker.kind === 'closed' ? breaker.failures + 1 : threshold
    if (failures < threshold) return { kind: 'closed', round, failures }
    return { kind: 'open', round: round + 1, until: now + retryAfter }
  }
}

/** Closed with no failure counted: a success changes nothing. */
export function isAtEase(breaker: Breaker): boolean {
  return breaker.kind === 'closed' && breaker.failures === 0
}

/** Seconds until the store is tried again, to the millisecond; 0 when it is in use or being tried. */
export function secondsUntilRetry(breaker: Breaker, now: number): number {
  return breaker.kind === 'open' ? Math.max(0, Math.round(breaker.until - now)) / 1000 : 0
}
