import type { StoreState } from '@plenum/core/ports'
import { sql } from '../sql.js'
import type { SqliteRows } from './connect.js'

interface State extends StoreState {
  /** A text that differs after every change of users and groups. */
  readonly people: string
}

/** Reads the current state of the database. */
export type LookAtState = () => State

/**
 * Reads the state over a connection that never writes: SQLite reports within microseconds whether other connections, of
 * any process, have committed. Only then are the texts read again.
 */
export function lookAtState(connection: SqliteRows): LookAtState {
  let seen: State | undefined
  // Content and users are requested one after the other, and no commit of another process can become known in between.
  let isFresh = false
  return () => {
    if (seen && isFresh) return seen
    isFresh = true
    queueMicrotask(() => {
      isFresh = false
    })
    const votes = commitsSeen(connection)
    if (seen?.votes !== votes) seen = { ...textsOf(connection), votes }
    return seen
  }
}

/** Any commit may have contained votes. */
function commitsSeen(connection: SqliteRows): string {
  return String(connection.row<{ data_version: number }>(sql`PRAGMA data_version`)?.data_version)
}

function textsOf(connection: SqliteRows): Omit<State, 'votes'> {
  const row = connection.row<Omit<State, 'votes'>>(sql`SELECT stamp AS content, people, invalidations FROM store`)
  return { content: row?.content ?? '', people: row?.people ?? '', invalidations: row?.invalidations ?? 0 }
}
