import { sql } from '../shared/sql.js'
import type { State } from '../shared/sqlStore.js'
import type { SqliteRows } from './rows.js'

export type StateReader = () => State

/**
 * Reads the state over a connection that never writes. SQLite reports within microseconds whether other connections of
 * any process have committed. The strings of the state are read again only if they have.
 */
export function createStateReader(connection: SqliteRows): StateReader {
  let cached: State | undefined
  // The states of content and users are requested one after another, and both requests return the same state: no commit
  // of another process can become known between them.
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

/** Returns a string that changes with every commit, because any commit may have contained votes. */
const dataVersion = (connection: SqliteRows): string =>
  String(connection.row<{ data_version: number }>(sql`PRAGMA data_version`)?.data_version)

function textsOf(connection: SqliteRows): Omit<State, 'votes'> {
  const row = connection.row<Omit<State, 'votes'>>(sql`SELECT stamp AS content, people, invalidations FROM store`)
  return { content: row?.content ?? '', people: row?.people ?? '', invalidations: row?.invalidations ?? 0 }
}
