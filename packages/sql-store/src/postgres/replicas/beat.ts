import type { Pool, QueryResultRow } from 'pg'
import { openPool } from '../openPool.js'

/** Milliseconds in which a server must report its log position; slower ones are not used. */
const patience = 500

/** Identifies the copies of a database: the installation, and the database in it. */
const identity = `system_identifier || ' ' || (SELECT oid FROM pg_database WHERE datname = current_database()) AS identity`

export interface PrimaryPlace {
  /** Log position in bytes. */
  readonly position: number
  readonly identity: string
}

export interface ReplicaPlace {
  /** Replayed log in bytes; null if the server replays none. */
  readonly position: number | null
  readonly identity: string
  readonly isStandby: boolean
}

const places = {
  primary: `SELECT pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0') AS position, ${identity} FROM pg_control_system()`,
  replica: `SELECT pg_wal_lsn_diff(pg_last_wal_replay_lsn(), '0/0') AS position, ${identity},
    pg_is_in_recovery() AS "isStandby" FROM pg_control_system()`,
}

/** Queries the log position of a server, over a dedicated connection. */
export interface Beat<Place> {
  /** Rejects if the server does not answer in time. */
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
