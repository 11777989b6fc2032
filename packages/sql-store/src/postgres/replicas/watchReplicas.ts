import { setTimeout as delay } from 'node:timers/promises'
import { openPool } from '../server/openPool.js'

/**
 * The reason why a replica is not used: it does not respond (`silent`), belongs to a different database (`foreign`), is
 * not a standby (`no-standby`), or lags too far behind (`behind`).
 */
export type ReplicaProblem = 'silent' | 'foreign' | 'no-standby' | 'behind'

export interface ReplicaStatus {
  /**
   * Returns the time since the replica was last known to be up to date, in milliseconds. If the replica has never been
   * up to date, returns the time since this program started.
   */
  lag(): number
  /** Returns the reason why the replica must not be used, or null if the replica may be used. */
  problem(): ReplicaProblem | null
  /** Excludes the replica from use until it responds again. */
  markLost(): void
}

export interface Watching {
  readonly primaryUrl: string
  readonly urls: readonly string[]
  /** The maximum lag, in milliseconds. */
  readonly maxLag: number
  /** Called when the replica with this index does not respond. */
  onSilence(index: number): void
}

/**
 * Times in milliseconds: the pause between two rounds of measurements, and the maximum time in each round to wait for
 * the position of the primary before the positions of the replicas are read.
 */
const pause = 200
const headStart = 100

/**
 * Measures the log positions of all servers in the background. A replica is used only while it is known to include
 * all commits up to `maxLag` before the read (docs/operate.md, Replicas).
 */
export async function watchReplicas({ primaryUrl, urls, maxLag, onSilence }: Watching) {
  const primary = await openHeartbeat(primaryUrl)
  const beats = await Promise.all(urls.map(openHeartbeat))
  const positions = createPositions(maxLag)
  const replicas = beats.map((beat, index) => watchOne(beat, { maxLag, onSilence: () => onSilence(index) }))
  let identity: string | null = null
  const measurePrimary = async (): Promise<void> => {
    const measuredAt = performance.now()
    const measured = await primary.measure()
    if (measured.position === null || measured.isStandby) return
    identity = measured.identity
    positions.record(measured.position, measuredAt)
  }
  const look = async (): Promise<void> => {
    const primaryMeasured = measurePrimary().catch(() => {})
    await Promise.race([primaryMeasured, delay(headStart, undefined, { ref: false })])
    await Promise.all(replicas.map(replica => replica.look(positions, identity)))
    await primaryMeasured
  }
  let isClosed = false
  const goOn = async (): Promise<void> => {
    while (!isClosed) {
      await look()
      await delay(pause, undefined, { ref: false })
    }
  }
  void goOn()
  return {
    statuses: replicas as readonly ReplicaStatus[],
    look,
    close: async (): Promise<void> => {
      isClosed = true
      await Promise.all([primary, ...beats].map(beat => beat.end()))
    },
  }
}

interface WatchedReplica extends ReplicaStatus {
  look(positions: ReturnType<typeof createPositions>, identity: string | null): Promise<void>
}

function watchOne(
  beat: Heartbeat,
  { maxLag, onSilence }: Pick<Watching, 'maxLag'> & { onSilence(): void },
): WatchedReplica {
  let fault: Exclude<ReplicaProblem, 'behind'> | null = 'silent'
  let freshAt = Number.NEGATIVE_INFINITY
  let lastFreshAt = performance.now()
  const update = (problemFound: typeof fault, moment: number): void => {
    fault = problemFound
    freshAt = problemFound === null ? moment : Number.NEGATIVE_INFINITY
    lastFreshAt = Math.max(lastFreshAt, freshAt)
  }
  return {
    lag: () => performance.now() - lastFreshAt,
    problem: () => fault ?? (performance.now() - freshAt > maxLag ? 'behind' : null),
    markLost: () => update('silent', 0),
    look: async (positions, identity) => {
      try {
        const measured = await beat.measure()
        update(faultOf(measured, identity), positions.momentOf(measured.position ?? Number.NaN))
      } catch {
        update('silent', 0)
        onSilence()
      }
    },
  }
}

function faultOf(replica: ServerPosition, identity: string | null): 'foreign' | 'no-standby' | null {
  if (!replica.isStandby) return 'no-standby'
  return identity !== null && replica.identity !== identity ? 'foreign' : null
}

interface PositionRecord {
  readonly position: number
  moment: number
}

/**
 * Records the log positions of the primary over time. Times are read from the monotonic clock of this process, in
 * milliseconds, and are independent of the clocks of other machines. Records older than `maxAge` milliseconds are
 * deleted.
 */
function createPositions(maxAge: number) {
  let records: PositionRecord[] = []
  return {
    record: (position: number, moment: number): void => {
      const last = records.at(-1)
      // The log position of a server never decreases. If the position is lower than before, the URL now refers to a
      // different primary, whose earlier positions are unknown.
      if (last && position < last.position) records = []
      if (last?.position === position) last.moment = moment
      else records.push({ position, moment })
      records = records.filter(record => record.moment >= moment - maxAge)
    },
    /**
     * Returns the latest recorded time at which the position of the primary did not exceed `position`, or -Infinity
     * if there is no such record.
     */
    momentOf: (position: number): number =>
      records.findLast(record => record.position <= position)?.moment ?? Number.NEGATIVE_INFINITY,
  }
}

/** The response time, in milliseconds, above which a server is treated as unresponsive. */
const timeout = 500

/**
 * SQL for a string that identifies copies of the same database: the system identifier of the installation and the
 * object id of the database.
 */
const identity = `system_identifier || ' ' || (SELECT oid FROM pg_database WHERE datname = current_database()) AS identity`

interface ServerPosition {
  /**
   * The position in the log, in bytes, up to which the primary has written or the replica has replayed the log. The
   * position is null if the replica does not replay a log.
   */
  readonly position: number | null
  readonly identity: string
  readonly isStandby: boolean
}

const text = `
  SELECT pg_wal_lsn_diff(
    CASE WHEN pg_is_in_recovery() THEN pg_last_wal_replay_lsn() ELSE pg_current_wal_lsn() END, '0/0'
  ) AS position, ${identity}, pg_is_in_recovery() AS "isStandby" FROM pg_control_system()`

interface Heartbeat {
  /** Measures the log position of the server. Rejects if the server does not respond in time. */
  measure(): Promise<ServerPosition>
  end(): Promise<void>
}

async function openHeartbeat(url: string): Promise<Heartbeat> {
  const pool = await openPool({ url, size: 1, limits: { connection: timeout, answer: timeout } })
  return {
    measure: async () => {
      const { rows } = await pool.query<ServerPosition>({ name: 'plenum_place', text })
      if (!rows[0]) throw new Error('The server did not report its position in the log.')
      return rows[0]
    },
    end: () => pool.end(),
  }
}
