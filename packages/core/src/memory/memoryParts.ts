import { voterOfKey } from '../content/store/ballots.js'
import { pieceOf } from '../content/store/filePieces.js'
import { noEndedLogins } from '../people/endedLogins.js'
import type { FilePiece, PartKind, Parts } from '../portable/wholeStore.js'
import { filesBy } from './memoryFiles.js'
import type { MemoryState, Stored } from './memoryState.js'
import type { People } from './memoryUserDirectory.js'
import { compareText } from './valueOrder.js'

/** A snapshot of all data of a site. */
export interface SiteSnapshot {
  readonly state: MemoryState
  readonly people: People
}

type PartsOf = { readonly [K in PartKind]: (site: SiteSnapshot) => readonly Parts[K][] }

const readers: PartsOf = {
  file: ({ state }) => sortedByKey(filesBy(true, state)).flatMap(([digest, bytes]) => [...piecesOf(digest, bytes)]),
  object: ({ state }) =>
    byPath(state).map(({ seq, position, node, lock }) => ({ order: seq, position, node, lock: lock ?? null })),
  record: ({ state }) => each(state, ({ node: { uid }, records }) => records.map(record => ({ uid, record }))),
  version: ({ state }) => each(state, ({ node: { uid }, versions }) => versions.map(version => ({ uid, version }))),
  alias: ({ state }) => sortedByKey(state.aliases).map(([path, alias]) => ({ path, ...alias })),
  votes: ({ state }) =>
    each(state, ({ node: { uid: poll }, ballots: { tally } }) => (tally.casts === 0 ? [] : [{ poll, tally }])),
  voter: ({ state }) =>
    each(state, ({ node: { uid: poll }, ballots: { voters } }) =>
      [...voters].sort(compareText).map(key => ({ poll, voter: voterOfKey(key) })),
    ),
  user: ({ people: { users, ended } }) =>
    sortedByKey(users).map(([id, user]) => ({ user, endedLogins: ended.get(id) ?? noEndedLogins })),
  portrait: ({ people: { portraits } }) => sortedByKey(portraits).map(([user, portrait]) => ({ user, portrait })),
  group: ({ people: { groups } }) => sortedByKey(groups).map(([, group]) => group),
  formerUser: ({ people: { formerIds } }) => [...formerIds].sort(compareText).map(id => ({ id })),
}

export const partsOf = <K extends PartKind>(site: SiteSnapshot, kind: K): readonly Parts[K][] => readers[kind](site)

const sortedByKey = <T>(values: ReadonlyMap<string, T>): readonly (readonly [string, T])[] =>
  [...values].sort(([a], [b]) => compareText(a, b))

const byPath = ({ objects }: MemoryState): readonly Stored[] =>
  [...objects.values()].sort((a, b) => compareText(a.node.path, b.node.path))

const each = <T>(state: MemoryState, make: (stored: Stored) => readonly T[]): readonly T[] =>
  byPath(state).flatMap(make)

function* piecesOf(digest: string, file: Uint8Array): Generator<FilePiece> {
  for (let number = 0; ; number++) {
    const bytes = pieceOf(file, number)
    if (!bytes) return
    yield { digest, number, bytes }
  }
}
