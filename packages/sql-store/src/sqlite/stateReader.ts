import { sql } from '../shared/sql.js'
import type { State } from '../shared/sqlStore.js'
import type { SqliteRows } from './rows.js'

export type StateReader = () => State

/**
 * Creates a function that reads the state. SQLite reports within microseconds whether other connections of any
 * process have committed, and the state is only read again after such a commit. `connection` must never write.
 */
export function createStateReader(connection: SqliteRows): StateReader {
  let cached: State | undefined
  // The states of content and users are requested one after another, and must be from the same read. Therefore,
  // `isFresh` remains true until the next microtask.
  let isFresh = false
  return () => {
    if (cached && isFresh) return cached
    isFresh = true
    queueMicrotask(() => {
      isFresh = false
    })
    const votes = dataVersion(connection)
    if (cached?.votes !== votes) cached = { ...textsOf(connection), votes }
    return cached
  }
}

/**
 * Returns the version of the votes: a string that changes with every commit on another connection, because any commit
 * may contain votes.
 */
const dataVersion = (connection: SqliteRows): string =>
  String(connection.row<{ data_version: number }>(sql`PRAGMA data_version`)?.data_version)

function textsOf(connection: SqliteRows): Omit<State, 'votes'> {
  const row = connection.row<Omit<State, 'votes'>>(sql`SELECT stamp AS content, people, invalidations FROM store`)
  return { content: row?.content ?? '', people: row?.people ?? '', invalidations: row?.invalidations ?? 0 }
}
