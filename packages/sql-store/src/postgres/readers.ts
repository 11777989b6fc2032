import { createPlaces, type Places } from '@plenum/core'
import type { Pool, PoolClient } from 'pg'
import type { Connection } from '../connection.js'
import type { Moment } from '../contentReader.js'
import { createStopwatch, type StoreCounts } from '../storeCounts.js'
import { postgresFault } from './faults.js'
import { type Statements, statementsOn } from './postgresConnection.js'

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
        return await readFrom(pool, (client, start) => work(readingOn(client, statements), start))
      } finally {
        release()
        stop()
      }
    },
    counts: () => ({ reads: reads.read(), readers: places.counts() }),
  }
}

const placeIn = async (places: Places) => places.tryTake() ?? (await places.wait().place)

const readingOn = (client: PoolClient, statements: Statements): Connection =>
  statementsOn(statements, query =>
    client.query(query).catch(error => {
      throw postgresFault(error, 'store.unreadable')
    }),
  )

/** One statement for both, and so one way to the server: the snapshot is that of the first look at the database. */
const begin =
  'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; SELECT stamp, pg_current_snapshot()::text AS votes FROM store'

async function readFrom<T>(pool: Pool, work: (client: PoolClient, start: Moment) => Promise<T>): Promise<T> {
  const [client, start] = await beginRead(pool)
  try {
    return await work(client, start)
  } finally {
    // Nobody waits for the end: the next read on this connection begins behind it.
    client.query('ROLLBACK').then(
      () => client.release(),
      () => client.release(true),
    )
  }
}

async function beginRead(pool: Pool): Promise<[PoolClient, Moment]> {
  const client = await pool.connect().catch(error => {
    throw postgresFault(error, 'store.unreadable')
  })
  try {
    const results = (await client.query(begin)) as unknown as readonly { readonly rows: readonly Moment[] }[]
    return [client, results[1]?.rows[0] ?? { stamp: '', votes: '' }]
  } catch (error) {
    client.release(true)
    throw postgresFault(error, 'store.unreadable')
  }
}
