import { createReadPermits } from '../shared/readPermits.js'
import type { StoreCounts } from '../shared/storeCounts.js'
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
  const permits = createReadPermits(count)
  const snapshots = createSnapshots(source)
  let isClosed = false
  return {
    read: (task, knownState) =>
      permits.run(async () => {
        if (isClosed) throw new Error('The database was closed.')
        const snapshot = snapshots.take(knownState)
        try {
          return await task(snapshot.connection, snapshot.start)
        } finally {
          snapshots.giveBack(snapshot)
        }
      }),
    counts: permits.counts,
    close: () => {
      isClosed = true
      snapshots.close()
    },
  }
}
