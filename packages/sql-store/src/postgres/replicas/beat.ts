import type { Pool, QueryResultRow } from 'pg'
import { openPool } from '../openPool.js'

/** Milliseconds in which a server has to answer where it is; one that takes longer is left out. */
const patience = 500

/** What tells whether a database is a copy of another one: the installation, and the database in it. */
const identity = `system_identifier || ' ' || (SELECT oid FROM pg_database WHERE datname = current_database()) AS identity`

export interface PrimaryPlace {
  /** Bytes of its log. */
  readonly position: number
  readonly identity: string
}

export interface ReplicaPlace {
  /** Bytes of the log that it has taken over; null where it takes none. */
  readonly position: number | null
  readonly identity: string
  readonly isStandby: boolean
}

const places = {
  primary: `SELECT pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0') AS position, ${identity} FROM pg_control_system()`,
  replica: `SELECT pg_wal_lsn_diff(pg_last_wal_replay_lsn(), '0/0') AS position, ${identity},
    pg_is_in_recovery() AS "isStandby" FROM pg_control_system()`,
}

/** Asks a server where it is, over a connection that is for nothing else. */
export interface Beat<Place> {
  /** Rejects when it does not answer in time. */
  ask(): Promise<Place>
  end(): Promise<void>
}

export const primaryBeat = (url: string): Promise<Beat<PrimaryPlace>> => beatOf(url, places.primary)
export const replicaBeat = (url: string): Promise<Beat<ReplicaPlace>> => beatOf(url, places.replica)

async function beatOf<Place extends object>(url: string, text: string): Promise<Beat<Place>> {
  const pool: Pool = await openPool({ url, size: 1, limits: { connection: patience, answer: patience } })
  return {
    ask: async () => {
      const { rows } = await pool.query<Place & QueryResultRow>({ name: 'plenum_place', text })
      if (!rows[0]) throw new Error('The server does not say where it is.')
      return rows[0]
    },
    end: () => pool.end(),
  }
}
