/**
 * A circuit breaker for the shared store. `round` is the number of times that the breaker has opened. Outcomes of
 * requests from earlier rounds are ignored, so that late replies have no effect.
 */
export type Breaker =
  | { readonly kind: 'closed'; readonly round: number; readonly failures: number }
  /** Callers bypass the store. The next PING is due when the clock reaches `until`. */
  | { readonly kind: 'open'; readonly round: number; readonly until: number }

export type BreakerEvent =
  /** The outcome of a request that began in `round`. `isRefused` means that the server refused the connection. */
  | { readonly kind: 'succeeded' | 'failed'; readonly round: number; readonly isRefused?: boolean }
  | { readonly kind: 'answered' }
  /** The next PING will be sent after this delay. */
  | { readonly kind: 'waiting'; readonly milliseconds: number }

export interface BreakerRules {
  /** The number of consecutive failures that opens the breaker. */
  readonly threshold: number
  /** The maximum value that is reported as the time until the next PING, in milliseconds. */
  readonly retryAfter: number
}

/** The interval between two PINGs in milliseconds. */
export const pingInterval = 1000

export const closedBreaker: Breaker = { kind: 'closed', round: 0, failures: 0 }

/**
 * Returns the state transition function of the breaker. `now` is the time on a monotonic clock, in milliseconds
 * (docs/caching.md, Breaker).
 */
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
    if (event.kind === 'succeeded') return hasNoFailures(breaker) ? breaker : { kind: 'closed', round, failures: 0 }
    const failures = breaker.failures + 1
    if (failures < threshold && !event.isRefused) return { kind: 'closed', round, failures }
    return open(round + 1, now + pingInterval, now)
  }
}

/** Whether the breaker is closed and has recorded no failures. In this state, a successful request changes nothing. */
export const hasNoFailures = (breaker: Breaker): boolean => breaker.kind === 'closed' && breaker.failures === 0

/**
 * Returns the time until the next PING, in seconds with millisecond precision. Returns 0 if the breaker is closed or a
 * PING is in progress.
 */
export const secondsUntilRetry = (breaker: Breaker, now: number): number =>
  breaker.kind === 'open' ? Math.max(0, Math.round(breaker.until - now)) / 1000 : 0
