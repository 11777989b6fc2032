import type { Moment } from '../shared/content/contentReader.js'
import { executeAll } from './connection.js'
import { rejectRead } from './faults.js'
import type { Connections } from './server/connections.js'
import type { Markers } from './stateReader.js'
import { type Session, sessionOn } from './transaction/session.js'

export interface Snapshot {
  readonly session: Session
  readonly moment: Moment
  /** Ends the use of the snapshot by this caller. Must be called once, after the last read. */
  leave(): void
}

interface Shared {
  users: number
  readonly begun: Promise<Omit<Snapshot, 'leave'>>
}

/** The maximum number of reads that share a snapshot and therefore wait for each other's statements. */
const maxUsers = 8

/**
 * Creates a function that returns a snapshot. Reads that are requested in one event loop iteration share a snapshot,
 * because beginning and ending a snapshot takes longer than most reads, whose results are cached. The snapshot begins
 * after the last of these requests and therefore contains every change that was acknowledged before.
 */
export function createSnapshots(pool: Connections, { votesShown }: Markers): () => Promise<Snapshot> {
  // Both statements are sent in one round trip. The SELECT takes the snapshot.
  const begin = `BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; SELECT stamp, invalidations, ${votesShown} AS votes FROM store`
  let next: Shared | undefined
  const open = (): Shared => {
    const begun = new Promise(setImmediate).then(() => {
      if (next === shared) next = undefined
      return beginOn(pool, begin).catch(rejectRead)
    })
    const shared: Shared = { users: 0, begun }
    return shared
  }
  return async () => {
    if (next === undefined || next.users === maxUsers) next = open()
    const shared = next
    shared.users += 1
    const { session, moment } = await shared.begun
    const leave = () => {
      shared.users -= 1
      // The promise is not awaited, because no caller depends on the rollback.
      if (shared.users === 0) void session.rollBack()
    }
    return { session, moment, leave }
  }
}

async function beginOn(pool: Connections, begin: string): Promise<Omit<Snapshot, 'leave'>> {
  const session = sessionOn(await pool.connect())
  return { session, moment: await momentOf(session, begin) }
}

async function momentOf(session: Session, begin: string): Promise<Moment> {
  try {
    const [, shown] = await executeAll(session.execute, { text: begin })
    return shown?.rows[0] ?? { stamp: '', votes: '', invalidations: 0 }
  } catch (error) {
    void session.rollBack()
    throw error
  }
}
