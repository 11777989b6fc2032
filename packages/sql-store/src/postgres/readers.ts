import type { Moment } from '../shared/content/contentReader.js'
import { createReadPermits } from '../shared/readPermits.js'
import type { Connection } from '../shared/sql.js'
import type { StoreCounts } from '../shared/storeCounts.js'
import { connectionOn, type Execute, executeAll, type Statements } from './connection.js'
import { rejectRead } from './faults.js'
import type { Connections } from './server/connections.js'
import { withTimeout } from './server/queryTimeout.js'
import { timeLimits } from './server/timeLimits.js'
import type { Markers } from './stateReader.js'
import { extendTimeouts, type Session, sessionOn } from './transaction/session.js'

export interface Readers {
  /**
   * Runs `task` with a reader as soon as a permit is available. Permits are granted in order. Rejects with a
   * DomainError `busy` if too many calls wait or no permit is released in time. If `knownState` is given, it must have
   * been observed after every change that was acknowledged before the call. The database is then queried only for
   * results that are not cached for this state, and `task` runs again if the database has changed in the meantime.
   */
  read<T>(task: Reading<T>, knownState?: Moment): Promise<T>
  /** Runs `task` like `read`, but with longer timeouts, for tasks that read the entire database. */
  readWhole<T>(task: Reading<T>): Promise<T>
  counts(): Pick<StoreCounts, 'reads' | 'readers'>
}

export type Reading<T> = (connection: Connection, moment: Moment) => Promise<T>

export interface ReadersOptions {
  readonly pool: Connections
  readonly statements: Statements
  readonly markers: Markers
  readonly count: number
}

export function createReaders({ pool, statements, markers, count }: ReadersOptions): Readers {
  const permits = createReadPermits(count)
  const snapshot = createSnapshots(pool, markers)
  const readNow = <T>(task: Reading<T>, { session, moment }: Snapshot): Promise<T> =>
    task(readingOn(statements, session.execute), moment)
  const readAt = async <T>(task: Reading<T>, knownState: Moment | undefined): Promise<T> => {
    const lazySnapshot = beginLater(snapshot)
    try {
      const first = knownState && (await readKnownState(task, { knownState, statements, lazySnapshot }))
      return first ? first.result : await readNow(task, await lazySnapshot.snapshot())
    } finally {
      lazySnapshot.leave()
    }
  }
  const readWhole = async <T>(task: Reading<T>): Promise<T> => {
    const { session, moment, leave } = await snapshot()
    try {
      return await task(readingOn(statements, await extendTimeouts(session.execute)), moment)
    } finally {
      leave()
    }
  }
  return {
    read: (task, knownState) => permits.run(() => readAt(task, knownState)),
    readWhole: task => permits.run(() => readWhole(task)),
    counts: permits.counts,
  }
}

type LazySnapshot = ReturnType<typeof beginLater>

function beginLater(begin: () => Promise<Snapshot>) {
  let begun: Promise<Snapshot> | undefined
  return {
    snapshot: () => {
      begun ??= begin()
      return begun
    },
    /** Ends the snapshot. Must be called exactly once, after the last query. */
    leave: () => {
      begun?.then(
        ({ leave }) => leave(),
        () => {},
      )
    },
  }
}

/**
 * Runs `task` with the results that are cached for `knownState`. Resolves to null if the database had already changed
 * before the first query, because the cached results would then be inconsistent with the snapshot.
 */
async function readKnownState<T>(
  task: Reading<T>,
  { knownState, statements, lazySnapshot }: { knownState: Moment; statements: Statements; lazySnapshot: LazySnapshot },
): Promise<{ readonly result: T } | null> {
  let isOver = false
  const execute: Execute = async query => {
    const { session, moment } = await lazySnapshot.snapshot()
    if (moment.stamp === knownState.stamp) return session.execute(query)
    isOver = true
    throw new Error('The content has changed in the meantime.')
  }
  try {
    const result = await task(readingOn(statements, execute), knownState)
    return isOver ? null : { result }
  } catch (error) {
    if (isOver) return null
    throw error
  }
}

export const readingOn = (statements: Statements, execute: Execute): Connection =>
  connectionOn(statements, query => execute(query).catch(rejectRead))

interface Snapshot {
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
 * because most results are cached, and beginning and ending a snapshot takes longer than most reads. The snapshot
 * begins after the last of these requests and therefore contains every change that has been acknowledged by then.
 */
function createSnapshots(pool: Connections, { votesShown }: Markers): () => Promise<Snapshot> {
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
    const [, shown] = await executeAll(session.execute, withTimeout({ text: begin }, timeLimits.state))
    return shown?.rows[0] ?? { stamp: '', votes: '', invalidations: 0 }
  } catch (error) {
    void session.rollBack()
    throw error
  }
}
