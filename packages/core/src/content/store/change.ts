import type { Instant } from '../../foundation/instants.js'
import type { ContentNode, WorkflowRecord } from '../node/node.js'
import type { NewAlias, RemovedAlias } from './aliases.js'
import type { Ballots } from './ballots.js'
import type { CatalogEntry, CatalogUpdate } from './catalog.js'
import type { LockChange } from './locks.js'
import type { VersionNote } from './versions.js'

/**
 * One transaction. Paths are those before the change, except in `creates`. Records and versions of an object are never
 * earlier than existing ones: the store raises their times (docs/content-and-access.md, Versions, rule 5).
 *
 * A store applies the lists in the order of `changeSteps`. Locks and aliases are not part of an object: changing them
 * does not change its revision.
 */
export interface Change {
  /** New objects, containers before their content. Each becomes the last object of its container. */
  readonly creates?: readonly NodeCreation[]
  readonly updates?: readonly NodeUpdate[]
  readonly entries?: readonly EntryUpdate[]
  /**
   * Preconditions on objects, even on those that the change does not write; otherwise the commit fails with `gone` or
   * `changed`.
   */
  readonly expects?: readonly Expected[]
  /**
   * The expected number of objects at and below a path; otherwise the commit fails with `changed`, because a
   * concurrently added object would have an outdated catalog entry.
   */
  readonly sizes?: readonly SubtreeSize[]
  /**
   * Containers in which an object was added or removed. Only `modified` of these containers changes, and never to an
   * earlier time.
   */
  readonly touches?: readonly { readonly path: string; readonly modified: Instant }[]
  /** Paths of objects to delete, with everything below them. */
  readonly removes?: readonly string[]
  /** Objects that get another path; the old path becomes an alias of the new one. */
  readonly renames?: readonly Renaming[]
  /** New orders of containers. */
  readonly orders?: readonly ContainerOrder[]
  readonly files?: readonly FileBytes[]
  /** Digests of files that must still be stored; otherwise the commit fails with `changed`. */
  readonly expectedFiles?: readonly string[]
  /** Aliases to delete; missing ones are ignored. */
  readonly removeAliases?: readonly RemovedAlias[]
  /**
   * Aliases to create. The commit fails with `taken` if content or an alias is at the path, and with `gone` if the
   * target object does not exist.
   */
  readonly aliases?: readonly NewAlias[]
  readonly locks?: readonly LockChange[]
  /**
   * Polls that lose all voters and the votes for these options. Votes for removed options stay, but are hidden
   * (docs/polls.md, States and moves, rule 6). The change must also update the poll: its new revision makes the store
   * refuse votes that were checked before.
   */
  readonly clearBallots?: readonly ClearedBallots[]
  /** Polls whose votes are all replaced by these. */
  readonly replaceBallots?: readonly ReplacedBallots[]
}

/**
 * The order in which a store applies a change: preconditions; the lists that name objects by their old paths; `creates`,
 * which see the new paths and may include votes; versions, which see the whole change.
 */
export const changeSteps = [
  'expects',
  'sizes',
  'expectedFiles',
  'files',
  'updates',
  'entries',
  'touches',
  'orders',
  'removes',
  'renames',
  'creates',
  'removeAliases',
  'aliases',
  'locks',
  'clearBallots',
  'replaceBallots',
  'versions',
] as const satisfies readonly (keyof Change | 'versions')[]

/** One function for each step of a change: an implementation that lacks one does not compile. */
export type ChangeSteps<Step> = Readonly<Record<keyof Change | 'versions', Step>>

/** A new object with its catalog entry and its first workflow records. */
export interface NodeCreation {
  readonly node: ContentNode
  readonly entry: CatalogEntry
  readonly records: readonly WorkflowRecord[]
  /** Saves the object, in its state after the whole change, as its next version. */
  readonly version?: VersionNote
}

/** A changed object with its new catalog entry and additional workflow records. */
export interface NodeUpdate {
  /** The node with the revision that the update is based on; the store saves it with the next revision. */
  readonly node: ContentNode
  readonly entry: CatalogUpdate
  readonly records?: readonly WorkflowRecord[]
  readonly version?: VersionNote
}

/** A new catalog entry of an object that does not change itself. It is based on `revision`, which stays the same. */
export interface EntryUpdate {
  readonly uid: string
  readonly revision: number
  readonly entry: CatalogUpdate
}

export interface Renaming {
  readonly from: string
  readonly to: string
  /** The time of the alias that the rename creates; if omitted, the time is unknown. */
  readonly at?: Instant
}

/** The short names of all objects of a container, in the new order. */
export interface ContainerOrder {
  readonly path: string
  readonly ids: readonly string[]
}

/** A file to store, for the objects and versions of the same change; ignored if it is stored already. */
export interface FileBytes {
  readonly digest: string
  readonly bytes: Uint8Array
}

export interface ClearedBallots {
  /** The UID of the poll. */
  readonly poll: string
  readonly options: readonly number[]
}

export interface ReplacedBallots {
  /** The UID of the poll. */
  readonly poll: string
  readonly ballots: Ballots
}

/**
 * `changed`: a node has another revision or another lock, or an expected file was deleted. `taken`: a path or UID is in
 * use. `gone`: a container or node does not exist.
 */
export type Commit = { readonly ok: true } | { readonly ok: false; readonly reason: 'changed' | 'taken' | 'gone' }

/** The state of an object on which a decision was based: a precondition of the commit. */
export interface Expected {
  readonly uid: string
  readonly revision: number
  /** The expected path; if omitted, any path is accepted. */
  readonly path?: string
  /** The expected token of the object's lock, null for no lock; if omitted, any lock is accepted. */
  readonly lock?: string | null
}

/** The number of objects at and below a path when a change was decided. */
export interface SubtreeSize {
  readonly path: string
  readonly size: number
}
