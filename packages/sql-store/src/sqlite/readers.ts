import type { Moment } from '../shared/content/contentReader.js'
import { createReadPermits } from '../shared/readPermits.js'
import type { SqliteConnection } from './rows.js'
import { createSnapshots, type SnapshotSource } from './snapshots.js'

type Reading<T> = (connection: SqliteConnection, moment: Moment) => Promise<T>

/** Creates a pool of read connections. Each connection serves one snapshot at a time. */
export function createReaderPool(source: SnapshotSource, count: number) {
  const permits = createReadPermits(count)
  const snapshots = createSnapshots(source)
  let isClosed = false
  return {
    /**
     * Runs `task` with a free connection. Calls are served in order. Rejects with a DomainError `busy` if too many
     * calls are waiting.
     */
    read: <T>(task: Reading<T>, knownState?: string): Promise<T> =>
      permits.run(async () => {
        if (isClosed) throw new Error('The database was closed.')
        const snapshot = snapshots.take(knownState)
        try {
          return await task(snapshot.connection, snapshot.moment)
        } finally {
          snapshots.giveBack(snapshot)
        }
      }),
    counts: permits.counts,
    close: (): void => {
      isClosed = true
      snapshots.close()
    },
  }
}
