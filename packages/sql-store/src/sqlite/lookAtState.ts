import type { StoreState } from '@plenum/core/ports'
import { sql } from '../sql.js'
import type { SqliteRows } from './connect.js'

interface State extends StoreState {
  /** Another text after every change of users and groups. */
  readonly people: string
}

/** What the database holds now. */
export type LookAtState = () => State

/**
 * Looks at the state by a connection that never writes: of other connections, of this process or of another, SQLite says
 * in some microseconds whether they have committed anything. Only then the texts are read.
 */
export function lookAtState(connection: SqliteRows): LookAtState {
  let seen: State | undefined
  // Content and users are asked for one behind the other, between which nothing can be heard of another process.
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

/** Any commit may have been one of votes. */
function commitsSeen(connection: SqliteRows): string {
  return String(connection.row<{ data_version: number }>(sql`PRAGMA data_version`)?.data_version)
}

function textsOf(connection: SqliteRows): Omit<State, 'votes'> {
  const row = connection.row<Omit<State, 'votes'>>(sql`SELECT stamp AS content, people, invalidations FROM store`)
  return { content: row?.content ?? '', people: row?.people ?? '', invalidations: row?.invalidations ?? 0 }
}
