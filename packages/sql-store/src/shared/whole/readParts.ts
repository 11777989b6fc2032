import type { PartKind, Parts } from '@plenum/core/ports'
import type { Connection } from '../connection.js'
import { aliases, objects, pieces, records, versions } from './contentParts.js'
import { formerUsers, groups, portraits, users } from './peopleParts.js'
import type { VoteParts } from './voteParts.js'

/** The connection and votes of a snapshot. */
export interface Snapshot {
  readonly connection: Connection
  readonly votes: VoteParts
}

type Readers = { readonly [K in PartKind]: (snapshot: Snapshot) => AsyncIterable<readonly Parts[K][]> }

const readers: Readers = {
  file: ({ connection }) => pieces(connection),
  object: ({ connection }) => objects(connection),
  record: ({ connection }) => records(connection),
  version: ({ connection }) => versions(connection),
  alias: ({ connection }) => aliases(connection),
  votes: ({ votes }) => votes.votes(),
  voter: ({ votes }) => votes.voter(),
  user: ({ connection }) => users(connection),
  portrait: ({ connection }) => portraits(connection),
  group: ({ connection }) => groups(connection),
  formerUser: ({ connection }) => formerUsers(connection),
}

/** All parts of a kind. */
export const readParts = <K extends PartKind>(snapshot: Snapshot, kind: K): AsyncIterable<readonly Parts[K][]> =>
  readers[kind](snapshot)
