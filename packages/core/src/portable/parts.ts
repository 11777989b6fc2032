import type { ContentNode, WorkflowRecord } from '../content/node/node.js'
import type { NewAlias } from '../content/store/aliases.js'
import type { Tally, Voter } from '../content/store/ballots.js'
import type { Lock } from '../content/store/locks.js'
import type { StoredVersion } from '../content/store/versions.js'
import type { Instant } from '../foundation/instants.js'
import type { EndedLogins } from '../people/endedLogins.js'
import type { Group } from '../people/group.js'
import type { Portrait, User } from '../people/userDirectory.js'

/** A piece of a file: 1 MiB; only the last piece may be shorter. An empty file has one empty piece. */
export interface FilePiece {
  readonly digest: string
  /** From 0. */
  readonly number: number
  readonly bytes: Uint8Array
}

/** An object with the data that stores add to it. */
export interface StoredObject {
  /** Sequence number by creation, from 1. */
  readonly order: number
  /** Its position in its container. */
  readonly position: number
  readonly node: ContentNode
  readonly lock: Lock | null
}

export interface StoredAlias {
  readonly path: string
  readonly target: NewAlias['target']
  readonly created: Instant | null
  readonly manual: boolean
}

/** All kinds of data that a site stores. None of them links a voter to the chosen options. */
export interface Parts {
  readonly file: FilePiece
  readonly object: StoredObject
  /** One record of the workflow history of an object. */
  readonly record: { readonly uid: string; readonly record: WorkflowRecord }
  readonly version: { readonly uid: string; readonly version: StoredVersion }
  readonly alias: StoredAlias
  /** The result of a poll that has ever had a vote. */
  readonly votes: { readonly poll: string; readonly tally: Tally }
  /** A voter; the order of voters discloses neither the time nor the vote. */
  readonly voter: { readonly poll: string; readonly voter: Voter }
  readonly user: { readonly user: User; readonly endedLogins: EndedLogins }
  readonly portrait: { readonly user: string; readonly portrait: Portrait }
  readonly group: Group
  /** The id of a deleted user. */
  readonly formerUser: { readonly id: string }
}

export type PartKind = keyof Parts

/** The order of kinds in a copy of a site: objects come before their records, users before their portraits. */
export const partKinds: readonly PartKind[] = [
  'file',
  'object',
  'record',
  'version',
  'alias',
  'votes',
  'voter',
  'user',
  'portrait',
  'group',
  'formerUser',
]

/** One part of a kind. */
export type PartOf<K extends PartKind> = {
  readonly [Kind in K]: { readonly kind: Kind; readonly part: Parts[Kind] }
}[K]

export type Part = PartOf<PartKind>

/** The number of parts of each kind. */
export type PartCounts = Readonly<Record<PartKind, number>>
