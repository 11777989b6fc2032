import { type Call, enterFlight, type InFlight, leaveFlight } from './cachedFunction.js'
import type { LruCache } from './lruCache.js'

/** The background computations that replace expired values, at most one per key. */
export interface Renewals {
  /**
   * Starts `renew`, unless the value is already being renewed or its last renewal failed less than `pauseAfterFailure`
   * milliseconds ago.
   */
  begin(call: Call, renew: (flight: InFlight) => Promise<void>): void
}

export interface RenewalOptions {
  /** The keys of values whose last renewal failed recently. */
  readonly pauses: LruCache<true>
  /** Tracks a task that no caller awaits. */
  background(task: Promise<void>): void
}

/** The minimum time between a failed renewal of a value and the next attempt, in milliseconds. */
const pauseAfterFailure = 1000

export function createRenewals({ pauses, background }: RenewalOptions): Renewals {
  const renewing = new Set<string>()

  async function run(call: Call, renew: (flight: InFlight) => Promise<void>): Promise<void> {
    const flight = enterFlight(call)
    try {
      await renew(flight)
    } catch {
      // The error is not reported here, because the `computed` event reports it. Until the next attempt, callers
      // continue to get the expired value.
      pauses.set(call.key, { value: true, owner: call.fn.name, bytes: 0, lifetime: pauseAfterFailure })
    } finally {
      leaveFlight(call, flight)
      renewing.delete(call.key)
    }
  }

  return {
    begin: (call, renew) => {
      if (renewing.has(call.key) || pauses.get(call.key)) return
      renewing.add(call.key)
      background(run(call, renew))
    },
  }
}
