import { createPlaces, type Places } from '@plenum/core'
import type { Connection } from '../connection.js'
import type { Moment } from '../contentReader.js'
import { createStopwatch, type StoreCounts } from '../storeCounts.js'
import type { Connections } from './connections.js'
import { postgresFault } from './faults.js'
import { letLast } from './lasting.js'
import type { Markers } from './lookAtState.js'
import { type Ask, type Statements, statementsOn } from './postgresConnection.js'
import { createSnapshots, type Snapshot } from './snapshots.js'

/** Reads, each with its own snapshot. */
export interface Readers {
  /**
   * Waits for a permit, in order; rejects with a DomainError `busy` if too many calls wait or none is released in time.
   * With `knownState`, a state read after the call began, the database is only queried for results that are not cached
   * for that state; if it has changed by then, `task` runs again.
   */
  read<T>(work: Reading<T>, seen?: Moment): Promise<T>
  /** Like `read`, with longer timeouts, for tasks that read the whole database. */
  readWhole<T>(work: Reading<T>): Promise<T>
  counts(): Pick<StoreCounts, 'reads' | 'readers'>
}

export type Reading<T> = (connection: Connection, moment: Moment) => Promise<T>

export interface ReadersOptions {
  readonly pool: Connections
  readonly statements: Statements
  readonly markers: Markers
  /** The number of concurrent reads. */
  readonly count: number
}

export function createReaders({ pool, statements, markers, count }: ReadersOptions): Readers {
  const places = createPlaces({ count })
  const snapshot = createSnapshots(pool, markers)
  const reads = createStopwatch()
  const readNow = async <T>(work: Reading<T>, { session, moment }: Pick<Snapshot, 'session' | 'moment'>): Promise<T> =>
    work(
      readingOn(statements, query => session.ask(query)),
      moment,
    )
  const readAt = async <T>(work: Reading<T>, seen: Moment | undefined): Promise<T> => {
    const begun = beginLater(snapshot)
    try {
      const first = seen && (await readAsSeen(work, { seen, statements, begun }))
      return first ? first.result : await readNow(work, await begun.snapshot())
    } finally {
      begun.leave()
    }
  }
  const readWhole = async <T>(work: Reading<T>): Promise<T> => {
    const { session, moment, leave } = await snapshot()
    try {
      return await work(readingOn(statements, await letLast(session.ask)), moment)
    } finally {
      leave()
    }
  }
  const inPlace = async <T>(read: () => Promise<T>): Promise<T> => {
    const stop = reads.start()
    const release = await placeIn(places)
    try {
      return await read()
    } finally {
      release()
      stop()
    }
  }
  return {
    read: (work, seen) => inPlace(() => readAt(work, seen)),
    readWhole: work => inPlace(() => readWhole(work)),
    counts: () => ({ reads: reads.read(), readers: places.counts() }),
  }
}

/** A snapshot that begins with the first query. */
interface Begun {
  snapshot(): Promise<Snapshot>
  /** Call it once, after the last query. */
  leave(): void
}

function beginLater(begin: () => Promise<Snapshot>): Begun {
  let begun: Promise<Snapshot> | undefined
  return {
    snapshot: () => {
      begun ??= begin()
      return begun
    },
    leave: () => {
      begun?.then(
        ({ leave }) => leave(),
        () => {},
      )
    },
  }
}

interface AsSeen {
  readonly seen: Moment
  readonly statements: Statements
  readonly begun: Begun
}

/** Null if the database had changed when it was first queried: the cached results do not match it. */
async function readAsSeen<T>(
  work: Reading<T>,
  { seen, statements, begun }: AsSeen,
): Promise<{ readonly result: T } | null> {
  let isOver = false
  const ask: Ask = async query => {
    const { session, moment } = await begun.snapshot()
    if (moment.stamp === seen.stamp) return session.ask(query)
    isOver = true
    throw new Error('The content has changed meanwhile.')
  }
  try {
    const result = await work(readingOn(statements, ask), seen)
    return isOver ? null : { result }
  } catch (error) {
    if (isOver) return null
    throw error
  }
}

const placeIn = async (places: Places) => places.tryTake() ?? (await places.wait().place)

const readingOn = (statements: Statements, ask: Ask): Connection =>
  statementsOn(statements, query =>
    ask(query).catch(error => {
      throw postgresFault(error, 'store.unreadable')
    }),
  )
