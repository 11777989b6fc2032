import { createSemaphore } from '@plenum/core'
import { createStopwatch, type StoreCounts } from '../shared/storeCounts.js'
import type { SqliteConnection } from './rows.js'
import { createSnapshots, type SnapshotSource } from './snapshots.js'

/** A pool of read connections. Each serves one snapshot at a time. */
export interface ReaderPool<Start> {
  /**
   * Calls `task` with a connection and the start of its snapshot (see `Snapshots.take`). Waits for a free connection,
   * in order; rejects with a DomainError `busy` if too many calls wait.
   */
  read<T>(task: (connection: SqliteConnection, start: Start) => Promise<T>, knownState?: string): Promise<T>
  counts(): Pick<StoreCounts, 'reads' | 'readers'>
  close(): void
}

export function createReaderPool<Start>(source: SnapshotSource<Start>, count: number): ReaderPool<Start> {
  const semaphore = createSemaphore({ count })
  const snapshots = createSnapshots(source)
  const reads = createStopwatch()
  let isClosed = false
  return {
    read: async (task, knownState) => {
      const stop = reads.start()
      const release = semaphore.tryAcquire() ?? (await semaphore.wait().permit)
      try {
        if (isClosed) throw new Error('The database was closed.')
        const snapshot = snapshots.take(knownState)
        try {
          return await task(snapshot.connection, snapshot.start)
        } finally {
          snapshots.giveBack(snapshot)
        }
      } finally {
        release()
        stop()
      }
    },
    counts: () => ({ reads: reads.read(), readers: semaphore.counts() }),
    close: () => {
      isClosed = true
      snapshots.close()
    },
  }
}
