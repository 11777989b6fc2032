import { createSemaphore } from '@plenum/core'
import { createStopwatch, type StoreCounts } from './storeCounts.js'

export function createReadPermits(count: number) {
  const semaphore = createSemaphore({ count })
  const reads = createStopwatch()
  return {
    /**
     * Runs `read` as soon as a permit is available. Permits are granted in order. Rejects with a DomainError `busy` if
     * too many calls wait or no permit is released in time.
     */
    run: async <T>(read: () => Promise<T>): Promise<T> => {
      const stop = reads.start()
      const release = semaphore.tryAcquire() ?? (await semaphore.wait().permit)
      try {
        return await read()
      } finally {
        release()
        stop()
      }
    },
    counts: (): Pick<StoreCounts, 'reads' | 'readers'> => ({ reads: reads.read(), readers: semaphore.counts() }),
  }
}
