import { sql } from '../shared/sql.js'
import type { State } from '../shared/sqlStore.js'
import type { SqliteRows } from './rows.js'

export type StateReader = () => State

/**
 * Creates a function that reads the state. The connection must never write. SQLite reports within microseconds whether
 * other connections of any process have committed. Only then are the strings of the state read again.
 */
export function createStateReader(connection: SqliteRows): StateReader {
  let cached: State | undefined
  // `isFresh` is true until the next microtask. The states of content and users are requested one after another, and
  // must be from the same read.
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

/** Returns a string that every commit changes, because any commit may have contained votes. */
const dataVersion = (connection: SqliteRows): string =>
  String(connection.row<{ data_version: number }>(sql`PRAGMA data_version`)?.data_version)

function textsOf(connection: SqliteRows): Omit<State, 'votes'> {
  const row = connection.row<Omit<State, 'votes'>>(sql`SELECT stamp AS content, people, invalidations FROM store`)
  return { content: row?.content ?? '', people: row?.people ?? '', invalidations: row?.invalidations ?? 0 }
}
