import { DomainError } from '@plenum/core'
import type { BallotBox, ContentStore, StoreState, UserDirectory } from '@plenum/core/ports'
import type { Done } from '../../storeCounts.js'
import { userDirectory } from '../../userDirectory.js'
import type { Writer } from '../../writer.js'
import type { Connections } from '../connections.js'
import { postgresFault } from '../faults.js'
import { lookAtState, type Markers, type State } from '../lookAtState.js'
import { type Ask, type Statements, statementsOn } from '../postgresConnection.js'
import { readersOfContent } from '../postgresContent.js'
import { createReaders } from '../readers.js'

/** The parts of the primary that a replica falls back to. */
export interface PrimaryParts {
  readonly content: ContentStore & BallotBox
  readonly users: UserDirectory
  readonly connections: Connections
  readonly writer: Writer
  readonly statements: Statements
}

export interface ReplicaStore {
  /** Reads from the replica, and falls back to the primary for failed reads. Writes to the primary. */
  readonly content: ContentStore & BallotBox
  readonly users: UserDirectory
  /** The number of reads, and of fallbacks to the primary. */
  counts(): { readonly reads: Done; readonly fallbacks: number }
  /** Invalidates everything cached of the replica: it may continue with an older state. */
  forget(): void
}

/**
 * The replayed position changes after votes: a standby does not report which of several transactions has ended. It is
 * unknown for a snapshot.
 */
const markers: Markers = { votes: 'pg_last_wal_replay_lsn()::text', votesShown: 'NULL' }

export function replicaStore(connections: Connections, primary: PrimaryParts, count: number): ReplicaStore {
  const { statements, writer } = primary
  let epoch = 0
  let fallbacks = 0
  const forget = () => {
    epoch += 1
  }
  // Results from the primary are never cached with a state of the replica, because the primary may be slightly ahead.
  const orElse = async <T>(ask: () => Promise<T>, instead: () => Promise<T>): Promise<T> => {
    try {
      return await ask()
    } catch (error) {
      if (!isUnavailable(error)) throw error
      forget()
      fallbacks += 1
      return instead()
    }
  }
  const readers = createReaders({ pool: connections, statements, markers, count })
  const ownContent = readersOfContent(readers)
  const lookAtOwn = lookAtState(connections, markers)
  const look = async (): Promise<State> => {
    const state = await lookAtOwn()
    return { ...state, content: `${epoch} ${state.content}`, people: `${epoch} ${state.people}` }
  }
  /** The replica's own state, unless it was invalidated. */
  const seenHere = (state: StoreState): StoreState | undefined => {
    const begin = `${epoch} `
    return state.content.startsWith(begin) ? { ...state, content: state.content.slice(begin.length) } : undefined
  }
  const ask = asking(connections)
  const askPrimary = asking(primary.connections)
  const anywhere = statementsOn(statements, query =>
    orElse(
      () => ask(query),
      () => askPrimary(query),
    ),
  )
  const users = userDirectory(anywhere, writer, look)
  return {
    content: {
      ...primary.content,
      state: () => orElse(look, async () => primary.content.state()),
      read: (work, seen) =>
        orElse(
          () => ownContent.read(work, seen && seenHere(seen)),
          () => primary.content.read(work),
        ),
    },
    users: {
      ...users,
      state: () =>
        orElse(
          async () => users.state(),
          async () => primary.users.state(),
        ),
    },
    counts: () => ({ reads: readers.counts().reads, fallbacks }),
    forget,
  }
}

const isUnavailable = (error: unknown): boolean => error instanceof DomainError && error.code === 'store-unavailable'

const asking =
  (connections: Connections): Ask =>
  query =>
    connections.query(query).catch(error => {
      throw postgresFault(error, 'store.unreadable')
    })
