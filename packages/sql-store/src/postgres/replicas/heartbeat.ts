import type { Pool, QueryResultRow } from 'pg'
import { openPool } from '../server/openPool.js'

/** Milliseconds in which a server must report its log position; slower ones are not used. */
const patience = 500

/** Identifies the copies of a database: the installation, and the database in it. */
const identity = `system_identifier || ' ' || (SELECT oid FROM pg_database WHERE datname = current_database()) AS identity`

export interface PrimaryPosition {
  /** Log position in bytes. */
  readonly position: number
  readonly identity: string
}

export interface ReplicaPosition {
  /** Replayed log in bytes; null if the server replays none. */
  readonly position: number | null
  readonly identity: string
  readonly isStandby: boolean
}

const positionQueries = {
  primary: `SELECT pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0') AS position, ${identity} FROM pg_control_system()`,
  replica: `SELECT pg_wal_lsn_diff(pg_last_wal_replay_lsn(), '0/0') AS position, ${identity},
    pg_is_in_recovery() AS "isStandby" FROM pg_control_system()`,
}

/** Queries the log position of a server, over a dedicated connection. */
export interface Heartbeat<Position> {
  /** Rejects if the server does not answer in time. */
  measure(): Promise<Position>
  end(): Promise<void>
}

export const primaryHeartbeat = (url: string): Promise<Heartbeat<PrimaryPosition>> =>
  heartbeatOf(url, positionQueries.primary)
export const replicaHeartbeat = (url: string): Promise<Heartbeat<ReplicaPosition>> =>
  heartbeatOf(url, positionQueries.replica)

async function heartbeatOf<Position extends object>(url: string, text: string): Promise<Heartbeat<Position>> {
  const pool: Pool = await openPool({ url, size: 1, limits: { connection: patience, answer: patience } })
  return {
    measure: async () => {
      const { rows } = await pool.query<Position & QueryResultRow>({ name: 'plenum_place', text })
      if (!rows[0]) throw new Error('The server did not report its position in the log.')
      return rows[0]
    },
    end: () => pool.end(),
  }
}
