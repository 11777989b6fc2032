/**
 * Whether the shared store is asked. `round` counts how often it was given up: what began in another round has no say
 * any more, so that a late reply changes nothing.
 */
export type Breaker =
  | { readonly kind: 'closed'; readonly round: number; readonly failures: number }
  /** Callers leave the store alone; the next PING is due at this moment of the clock. */
  | { readonly kind: 'open'; readonly round: number; readonly until: number }

export type BreakerEvent =
  /** How a request that began in a round ended. `isRefused`: the server refused the connection. */
  | { readonly kind: 'succeeded' | 'failed'; readonly round: number; readonly isRefused?: boolean }
  /** A PING was answered. */
  | { readonly kind: 'answered' }
  /** The next PING is sent after so many milliseconds. */
  | { readonly kind: 'waiting'; readonly milliseconds: number }

export interface BreakerRules {
  /** Consecutive failures that open it. */
  readonly threshold: number
  /** Milliseconds that the time until the next PING is reported as at most. */
  readonly retryAfter: number
}

/** Milliseconds from one PING to the next. */
export const pingInterval = 1000

export const closedBreaker: Breaker = { kind: 'closed', round: 0, failures: 0 }

/** The breaker after an event at a moment of a monotonic clock, in milliseconds (docs/caching.md, Breaker). */
export function breakerFor({ threshold, retryAfter }: BreakerRules) {
  const open = (round: number, due: number, now: number): Breaker => ({
    kind: 'open',
    round,
    until: Math.min(due, now + retryAfter),
  })
  return (breaker: Breaker, event: BreakerEvent, now: number): Breaker => {
    const { round } = breaker
    if (event.kind === 'answered') return { kind: 'closed', round, failures: 0 }
    if (event.kind === 'waiting') return breaker.kind === 'open' ? open(round, now + event.milliseconds, now) : breaker
    if (event.round !== round || breaker.kind === 'open') return breaker
    if (event.kind === 'succeeded') return isAtEase(breaker) ? breaker : { kind: 'closed', round, failures: 0 }
    const failures = breaker.failures + 1
    if (failures < threshold && !event.isRefused) return { kind: 'closed', round, failures }
    return open(round + 1, now + pingInterval, now)
  }
}

/** Closed with no failure counted: a success changes nothing. */
export function isAtEase(breaker: Breaker): boolean {
  return breaker.kind === 'closed' && breaker.failures === 0
}

/** Seconds until the store is asked again, to the millisecond; 0 when it is in use or being asked. */
export function secondsUntilRetry(breaker: Breaker, now: number): number {
  return breaker.kind === 'open' ? Math.max(0, Math.round(breaker.until - now)) / 1000 : 0
}
