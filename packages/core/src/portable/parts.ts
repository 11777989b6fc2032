import type { ContentNode, WorkflowRecord } from '../content/node/node.js'
import type { NewAlias } from '../content/store/aliases.js'
import type { Tally, Voter } from '../content/store/ballots.js'
import type { Lock } from '../content/store/locks.js'
import type { StoredVersion } from '../content/store/versions.js'
import type { Instant } from '../foundation/instants.js'
import type { EndedLogins } from '../people/endedLogins.js'
import type { Group } from '../people/groups.js'
import type { Portrait, User } from '../people/userDirectory.js'

/** At most 1 MiB of a file; only the last piece of a file is shorter. A file without bytes has one empty piece. */
export interface FilePiece {
  readonly digest: string
  /** From 0. */
  readonly number: number
  readonly bytes: Uint8Array
}

/** An object with what stores keep beside it. */
export interface KeptObject {
  /** Its number in the order of creation, from 1. */
  readonly order: number
  /** Its position in its container. */
  readonly position: number
  readonly node: ContentNode
  readonly lock: Lock | null
}

export interface KeptAlias {
  readonly path: string
  readonly target: NewAlias['target']
  readonly created: Instant | null
  readonly manual: boolean
}

/** All kinds of what is kept of a site. What somebody picked in a poll stands in none of them. */
export interface Parts {
  readonly file: FilePiece
  readonly object: KeptObject
  /** One record of the workflow history of an object. */
  readonly record: { readonly uid: string; readonly record: WorkflowRecord }
  readonly version: { readonly uid: string; readonly version: StoredVersion }
  readonly alias: KeptAlias
  /** The result of a poll in which somebody has voted once. */
  readonly votes: { readonly poll: string; readonly tally: Tally }
  /** Somebody who voted, in an order that tells neither when nor what. */
  readonly voter: { readonly poll: string; readonly voter: Voter }
  readonly user: { readonly user: User; readonly endedLogins: EndedLogins }
  readonly portrait: { readonly user: string; readonly portrait: Portrait }
  readonly group: Group
  /** The id of a user who was removed. */
  readonly formerUser: { readonly id: string }
}

export type PartKind = keyof Parts

/** The order of kinds in a copy of a site: objects come before what belongs to them, users before their portraits. */
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

/** How many parts of each kind there are. */
export type PartCounts = Readonly<Record<PartKind, number>>
