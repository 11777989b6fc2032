import type { Moment } from '../shared/content/contentReader.js'
import { createReadPermits } from '../shared/readPermits.js'
import type { Connection } from '../shared/sql.js'
import type { StoreCounts } from '../shared/storeCounts.js'
import { connectionOn, type Execute, type Statements } from './connection.js'
import { rejectRead } from './faults.js'
import type { Connections } from './server/connections.js'
import { createSnapshots, type Snapshot } from './snapshots.js'
import type { Markers } from './stateReader.js'
import { extendTimeouts } from './transaction/session.js'

export interface Readers {
  /**
   * Runs `task` with a reader as soon as a permit is available. Permits are granted in order. Rejects with a
   * DomainError `busy` if too many calls wait or no permit is released in time. `knownState` is a state that was read
   * after the call began. With `knownState`, the database is only queried for results that are not cached for this
   * state, and `task` runs again if the database has changed in the meantime.
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
