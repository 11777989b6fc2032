import type { StoreState } from '@plenum/core/ports'
import type { Connections } from './connections.js'
import { postgresFault } from './faults.js'

export interface State extends StoreState {
  /** Another text after every change of users and groups. */
  readonly people: string
}

/** What the database holds now: sees what was answered before the call, by whichever process. */
export type LookAtState = () => Promise<State>

/** The parts of the questions that a primary and its replicas answer in different ways. */
export interface Markers {
  /** A text that is another one after each vote; SQL. */
  readonly votes: string
  /** The same for a snapshot, of what it shows; SQL. NULL where nothing tells. */
  readonly votesShown: string
}

/** A snapshot differs from all before it when a transaction has ended in between; any may have been one of votes. */
export const primaryMarkers: Markers = {
  votes: 'pg_current_snapshot()::text',
  votesShown: 'pg_current_snapshot()::text',
}

/**
 * Asks once in a turn of the event loop, for all who want to know by then: the question is sent behind the last of them.
 */
export function lookAtState(pool: Connections, { votes }: Markers): LookAtState {
  const question = {
    name: 'plenum_state',
    text: `SELECT stamp AS content, people, invalidations, ${votes} AS votes FROM store`,
  }
  let next: Promise<State> | undefined
  const ask = async (): Promise<State> => {
    await new Promise(setImmediate)
    next = undefined
    const { rows } = await pool.query<State>(question).catch(error => {
      throw postgresFault(error, 'store.unreadable')
    })
    return rows[0] ?? { content: '', people: '', votes: '', invalidations: 0 }
  }
  return () => {
    next ??= ask()
    return next
  }
}
