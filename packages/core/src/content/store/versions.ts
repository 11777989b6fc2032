import type { Instant } from '../../foundation/instants.js'
import type { ContentNode } from '../node/node.js'

/** The author, time and comment of a version. `comments` may be empty. */
export interface VersionNote {
  readonly time: Instant
  /** The id of the user who created the version, or an empty string for an anonymous user. */
  readonly actor: string
  readonly comments: string
}

/** A version without its content. */
export interface VersionMeta extends VersionNote {
  /** The version number, beginning at 0. */
  readonly number: number
  /**
   * The number of workflow records of the object when the version was saved. It determines the order of versions and
   * records in the merged history.
   */
  readonly records: number
}

/** A version, including the saved object. */
export interface StoredVersion extends VersionMeta {
  readonly node: ContentNode
}

/** The comment of the first version. It is stored in English and translated for each reader. */
export const initialComment = 'Initial version'

export const revertComment = 'Reverted to revision {version}'
