import type { MinuteCounts } from './minuteCount.js'

/** An attempt that has begun; it must end with one of these calls. */
export interface Attempt {
  succeed(): Promise<void>
  fail(): Promise<void>
}

/** Counts failed attempts within a minute, by key. */
export interface FailureCount {
  readonly limit: number
  /** Milliseconds until the next attempt with this key is allowed; 0: allowed now. */
  wait(key: string): Promise<number>
  /** Null if the running attempts would reach the limit by failing: try again when they have ended. */
  begin(key: string): Promise<Attempt | null>
}

/**
 * Allows `limit` failures in the minute that starts with the first one. Also counts running attempts and removes those
 * that succeed, so that concurrent attempts cannot exceed the limit, even across processes.
 */
export function failureCount(limit: number, counts: MinuteCounts, name: string): FailureCount {
  const failed = counts(`${name}:failed`)
  const running = counts(`${name}:begun`)
  return {
    limit,
    wait: async key => {
      const { times, wait } = await failed.look(key)
      return times < limit ? 0 : wait
    },
    begin: async key => {
      const added = await running.add(key)
      const succeed = () => running.takeBack(key, added)
      if (added.times <= limit) return { succeed, fail: async () => void (await failed.add(key)) }
      await succeed()
      return null
    },
  }
}
