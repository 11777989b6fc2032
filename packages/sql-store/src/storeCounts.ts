import type { PlaceCounts } from '@plenum/core'

/** The number of operations since the start, and their total duration in seconds, waiting included. */
export interface Done {
  readonly times: number
  readonly seconds: number
}

/** Load figures of a store, for monitoring. */
export interface StoreCounts {
  readonly reads: Done
  readonly writes: Done
  /** Read connections in use, and reads that wait for one. */
  readonly readers: PlaceCounts
  /** Changes that wait for their transaction. */
  readonly waitingWrites: number
  readonly commits: number
  /** Transactions that had to wait because another process was writing. */
  readonly lockWaits: number
}

/** Measures operations: `start()` returns the function that stops. */
export interface Stopwatch {
  start(): () => void
  read(): Done
}

export function createStopwatch(): Stopwatch {
  let times = 0
  let milliseconds = 0
  return {
    start: () => {
      const begun = performance.now()
      return () => {
        times += 1
        milliseconds += performance.now() - begun
      }
    },
    read: () => ({ times, seconds: milliseconds / 1000 }),
  }
}
