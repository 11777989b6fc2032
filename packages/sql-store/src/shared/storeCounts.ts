import type { SemaphoreCounts } from '@plenum/core'

/**
 * The number of operations since the store was opened, and their total duration in seconds, including waiting times.
 */
export interface OperationTotals {
  readonly times: number
  readonly seconds: number
}

/** The load statistics of a store, for monitoring. */
export interface StoreCounts {
  readonly reads: OperationTotals
  readonly writes: OperationTotals
  /** The number of connections that are reading, and the number of reads that wait for a connection. */
  readonly readers: SemaphoreCounts
  /** The number of changes that wait for a transaction. */
  readonly waitingWrites: number
  readonly commits: number
  /** The number of transactions that had to wait for another writing process. */
  readonly lockWaits: number
}

export function createStopwatch() {
  let times = 0
  let milliseconds = 0
  return {
    start: () => {
      const startedAt = performance.now()
      return () => {
        times += 1
        milliseconds += performance.now() - startedAt
      }
    },
    read: (): OperationTotals => ({ times, seconds: milliseconds / 1000 }),
  }
}
