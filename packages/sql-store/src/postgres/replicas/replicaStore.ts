import { DomainError } from '@plenum/core'
import type { BallotBox, ContentStore, StoreState, UserDirectory } from '@plenum/core/ports'
import { userDirectory } from '../../shared/people/userDirectory.js'
import type { State } from '../../shared/sqlStore.js'
import type { OperationTotals } from '../../shared/storeCounts.js'
import type { Writer } from '../../shared/writing/writer.js'
import type { Statements } from '../connection.js'
import { readersOfContent } from '../content.js'
import { rejectRead } from '../faults.js'
import { createReaders, readingOn } from '../readers.js'
import type { Connections } from '../server/connections.js'
import { createStateReader, type Markers } from '../stateReader.js'

export interface PrimaryParts {
  readonly content: ContentStore & BallotBox
  readonly users: UserDirectory
  readonly connections: Connections
  readonly writer: Writer
  readonly statements: Statements
}

export interface ReplicaStore {
  readonly content: ContentStore & BallotBox
  readonly users: UserDirectory
  counts(): { readonly reads: OperationTotals; readonly fallbacks: number }
  /** Invalidates all values that were cached from the replica, because the replica may resume with an older state. */
  forget(): void
}

/**
 * The SQL for the state of a replica. New votes are detected by the replayed log position, which changes after every
 * vote. `votesShown` is `NULL`, because a standby does not report which transactions have ended.
 */
const markers: Markers = { votes: 'pg_last_wal_replay_lsn()::text', votesShown: 'NULL' }

export function replicaStore(connections: Connections, primary: PrimaryParts, count: number): ReplicaStore {
  const { statements, writer } = primary
  let epoch = 0
  let fallbacks = 0
  const forget = () => {
    epoch += 1
  }
  // The primary may be ahead of the replica, so results from the primary are never cached for a state of the replica.
  const orElse = async <T>(execute: () => Promise<T>, fallback: () => Promise<T>): Promise<T> => {
    try {
      return await execute()
    } catch (error) {
      if (!isUnavailable(error)) throw error
      forget()
      fallbacks += 1
      return fallback()
    }
  }
  const readers = createReaders({ pool: connections, statements, markers, count })
  const ownContent = readersOfContent(readers)
  const readOwnState = createStateReader(connections, markers)
  const readState = async (): Promise<State> => {
    const state = await readOwnState()
    return { ...state, content: `${epoch} ${state.content}`, people: `${epoch} ${state.people}` }
  }
  const ownState = (state: StoreState): StoreState | undefined => {
    const begin = `${epoch} `
    return state.content.startsWith(begin) ? { ...state, content: state.content.slice(begin.length) } : undefined
  }
  const anywhere = readingOn(statements, query =>
    orElse(
      () => connections.query(query).catch(rejectRead),
      () => primary.connections.query(query),
    ),
  )
  const users = userDirectory(anywhere, writer, readState)
  return {
    content: {
      ...primary.content,
      state: () => orElse(readState, primary.content.state),
      read: (task, knownState) =>
        orElse(
          () => ownContent.read(task, knownState && ownState(knownState)),
          () => primary.content.read(task),
        ),
    },
    users: {
      ...users,
      state: () => orElse(users.state, primary.users.state),
    },
    counts: () => ({ reads: readers.counts().reads, fallbacks }),
    forget,
  }
}

const isUnavailable = (error: unknown): boolean => error instanceof DomainError && error.code === 'store-unavailable'
