import { createPlaces, type Places } from '@plenum/core'
import type { Connection } from '../connection.js'
import type { Moment } from '../contentReader.js'
import { createStopwatch, type StoreCounts } from '../storeCounts.js'
import type { Connections } from './connections.js'
import { postgresFault } from './faults.js'
import type { Markers } from './lookAtState.js'
import { type Statements, statementsOn } from './postgresConnection.js'
import type { Session } from './session.js'
import { createSnapshots } from './snapshots.js'

/** Reads, each of which has one snapshot. */
export interface Readers {
  /** Waits for a place, in order; rejects with a DomainError `busy` when too many wait or none becomes free in time. */
  read<T>(work: (connection: Connection, moment: Moment) => Promise<T>): Promise<T>
  counts(): Pick<StoreCounts, 'reads' | 'readers'>
}

export interface ReadersOptions {
  readonly pool: Connections
  readonly statements: Statements
  readonly markers: Markers
  /** The number of reads at a time. */
  readonly count: number
}

export function createReaders({ pool, statements, markers, count }: ReadersOptions): Readers {
  const places = createPlaces({ count })
  const snapshot = createSnapshots(pool, markers)
  const reads = createStopwatch()
  return {
    read: async work => {
      const stop = reads.start()
      const release = await placeIn(places)
      try {
        const { session, moment, leave } = await snapshot()
        try {
          return await work(readingOn(session, statements), moment)
        } finally {
          leave()
        }
      } finally {
        release()
        stop()
      }
    },
    counts: () => ({ reads: reads.read(), readers: places.counts() }),
  }
}

const placeIn = async (places: Places) => places.tryTake() ?? (await places.wait().place)

const readingOn = (session: Session, statements: Statements): Connection =>
  statementsOn(statements, query =>
    session.ask(query).catch(error => {
      throw postgresFault(error, 'store.unreadable')
    }),
  )
