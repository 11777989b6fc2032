import { createPlaces, type Places } from '@plenum/core'
import type { Pool } from 'pg'
import type { Connection } from '../connection.js'
import type { Moment } from '../contentReader.js'
import { createStopwatch, type StoreCounts } from '../storeCounts.js'
import { postgresFault } from './faults.js'
import { type Statements, statementsOn } from './postgresConnection.js'
import { type Session, sessionOn } from './session.js'

/** Reads, each of which has one snapshot. */
export interface Readers {
  /** Waits for a place, in order; rejects with a DomainError `busy` when too many wait or none becomes free in time. */
  read<T>(work: (connection: Connection, start: Moment) => Promise<T>): Promise<T>
  counts(): Pick<StoreCounts, 'reads' | 'readers'>
}

export interface ReadersOptions {
  readonly pool: Pool
  readonly statements: Statements
  /** The number of reads at a time. */
  readonly count: number
}

export function createReaders({ pool, statements, count }: ReadersOptions): Readers {
  const places = createPlaces({ count })
  const reads = createStopwatch()
  return {
    read: async work => {
      const stop = reads.start()
      const release = await placeIn(places)
      try {
        return await readFrom(pool, (session, start) => work(readingOn(session, statements), start))
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

/** One statement for both, and so one way to the server: the snapshot is that of the first look at the database. */
const begin =
  'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; SELECT stamp, pg_current_snapshot()::text AS votes FROM store'

async function readFrom<T>(pool: Pool, work: (session: Session, start: Moment) => Promise<T>): Promise<T> {
  const [session, start] = await beginRead(pool)
  try {
    return await work(session, start)
  } finally {
    // Nobody waits for the end: the next read on this connection begins behind it.
    void session.rollBack()
  }
}

async function beginRead(pool: Pool): Promise<[Session, Moment]> {
  const client = await pool.connect().catch(error => {
    throw postgresFault(error, 'store.unreadable')
  })
  const session = sessionOn(client)
  try {
    const results = (await session.ask({ text: begin })) as unknown as readonly { readonly rows: readonly Moment[] }[]
    return [session, results[1]?.rows[0] ?? { stamp: '', votes: '' }]
  } catch (error) {
    void session.rollBack()
    throw postgresFault(error, 'store.unreadable')
  }
}
