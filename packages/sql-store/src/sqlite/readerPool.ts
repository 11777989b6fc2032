import { createPlaces } from '@plenum/core'
import { createStopwatch, type StoreCounts } from '../storeCounts.js'
import type { SqliteConnection } from './connect.js'
import { createSnapshots, type SnapshotSource } from './snapshots.js'

/** A pool of read connections. Each serves one snapshot at a time. */
export interface ReaderPool<Start> {
  /**
   * Calls `task` with a connection and the start of its snapshot (see `Snapshots.take`). Waits for a free connection,
   * in order; rejects with a DomainError `busy` if too many calls wait.
   */
  read<T>(work: (connection: SqliteConnection, start: Start) => Promise<T>, seen?: string): Promise<T>
  counts(): Pick<StoreCounts, 'reads' | 'readers'>
  close(): void
}

export function createReaderPool<Start>(source: SnapshotSource<Start>, count: number): ReaderPool<Start> {
  const places = createPlaces({ count })
  const snapshots = createSnapshots(source)
  const reads = createStopwatch()
  let isClosed = false
  return {
    read: async (work, seen) => {
      const stop = reads.start()
      const release = places.tryTake() ?? (await places.wait().place)
      try {
        if (isClosed) throw new Error('The database was closed.')
        const snapshot = snapshots.take(seen)
        try {
          return await work(snapshot.connection, snapshot.start)
        } finally {
          snapshots.giveBack(snapshot)
        }
      } finally {
        release()
        stop()
      }
    },
    counts: () => ({ reads: reads.read(), readers: places.counts() }),
    close: () => {
      isClosed = true
      snapshots.close()
    },
  }
}
