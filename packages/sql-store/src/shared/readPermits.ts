import { createSemaphore } from '@plenum/core'
import { createStopwatch, type StoreCounts } from './storeCounts.js'

/** Limits concurrent reads, and measures them. */
export interface ReadPermits {
  /**
   * Waits for a permit, in order; rejects with a DomainError `busy` if too many calls wait or none is released in time.
   */
  run<T>(read: () => Promise<T>): Promise<T>
  counts(): Pick<StoreCounts, 'reads' | 'readers'>
}

export function createReadPermits(count: number): ReadPermits {
  const semaphore = createSemaphore({ count })
  const reads = createStopwatch()
  return {
    run: async read => {
      const stop = reads.start()
      const release = semaphore.tryAcquire() ?? (await semaphore.wait().permit)
      try {
        return await read()
      } finally {
        release()
        stop()
      }
    },
    counts: () => ({ reads: reads.read(), readers: semaphore.counts() }),
  }
}
