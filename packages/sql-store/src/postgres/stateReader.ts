import type { State } from '../shared/sqlStore.js'
import { rejectRead } from './faults.js'
import type { Connections } from './server/connections.js'
import { withTimeout } from './server/queryTimeout.js'
import { timeLimits } from './server/timeLimits.js'

/** Reads the current state, which includes every change that any process acknowledged before the call. */
export type StateReader = () => Promise<State>

export interface Markers {
  readonly votes: string
  /** SQL for the value of `votes` in a snapshot, or `NULL` if the value is unavailable. */
  readonly votesShown: string
}

/**
 * The SQL for the state of the primary. To detect new votes, the SQL returns the current snapshot as a string, which
 * changes whenever a transaction ends.
 */
export const primaryMarkers: Markers = {
  votes: 'pg_current_snapshot()::text',
  votesShown: 'pg_current_snapshot()::text',
}

/**
 * Creates a function that reads the state. Concurrent calls in one event loop iteration share a query, which is sent
 * after the last of these calls.
 */
export function createStateReader(pool: Connections, { votes }: Markers): StateReader {
  const text = `SELECT stamp AS content, people, invalidations, ${votes} AS votes FROM store`
  const stateQuery = withTimeout({ name: 'plenum_state', text }, timeLimits.state)
  let next: Promise<State> | undefined
  const query = async (): Promise<State> => {
    await new Promise(setImmediate)
    next = undefined
    const { rows } = await pool.query<State>(stateQuery).catch(rejectRead)
    return rows[0] ?? { content: '', people: '', votes: '', invalidations: 0 }
  }
  return () => {
    next ??= query()
    return next
  }
}
