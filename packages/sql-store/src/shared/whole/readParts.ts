import type { PartKind, Parts } from '@plenum/core/ports'
import type { Connection } from '../connection.js'
import { aliases, objects, pieces, records, versions } from './contentParts.js'
import { formerUsers, groups, portraits, users } from './peopleParts.js'

type Readers = { readonly [K in PartKind]: (connection: Connection) => AsyncIterable<readonly Parts[K][]> }

const readers: Readers = {
  file: pieces,
  object: objects,
  record: records,
  version: versions,
  alias: aliases,
  votes: ({ engine }) => engine.votes.votes(),
  voter: ({ engine }) => engine.votes.voter(),
  user: users,
  portrait: portraits,
  group: groups,
  formerUser: formerUsers,
}

/** All parts of a kind. */
export const readParts = <K extends PartKind>(connection: Connection, kind: K): AsyncIterable<readonly Parts[K][]> =>
  readers[kind](connection)
