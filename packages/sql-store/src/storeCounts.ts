import type { PlaceCounts } from '@plenum/core'

/** How often something was done since the start, and the seconds that it took, waiting included. */
export interface Done {
  readonly times: number
  readonly seconds: number
}

/** What a store has to do, for those who watch. */
export interface StoreCounts {
  readonly reads: Done
  readonly writes: Done
  /** Connections for reads that are in use, and reads that wait for one. */
  readonly readers: PlaceCounts
  /** Changes that wait for their transaction. */
  readonly waitingWrites: number
  readonly commits: number
  /** Transactions that had to wait because another process was writing. */
  readonly lockWaits: number
}

/** Counts something; what it gives is called when that begins, and what this gives when it has ended. */
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
