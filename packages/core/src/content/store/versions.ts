import type { Instant } from '../../foundation/instants.js'
import type { ContentNode } from '../node/node.js'

/** Who saved a version, when, and why; `comments` is empty when nothing was said. */
export interface VersionNote {
  readonly time: Instant
  /** Id of the user; empty when that was nobody who was logged in. */
  readonly actor: string
  readonly comments: string
}

/** What is told of a version without reading it. */
export interface VersionMeta extends VersionNote {
  /** Counts the versions of one object from 0. */
  readonly number: number
  /** How many workflow records the object had when the version was kept: which of the two was written later. */
  readonly records: number
}

/** A version with the object as it was. */
export interface StoredVersion extends VersionMeta {
  readonly node: ContentNode
}

/** The comment of what was made first: kept in English, and worded anew for each reader, as titles are. */
export const initialComment = 'Initial version'

/** The comment of a version that a revert makes, with the number that it went back to. */
export const revertComment = 'Reverted to revision {version}'
