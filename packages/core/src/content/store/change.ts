import type { EventOrigin, EventTransition, NewEvent } from '../../changeFeed/events.js'
import type { Instant } from '../../foundation/instants.js'
import type { QueuedMail } from '../../mails/mail.js'
import type { ContentNode, WorkflowRecord } from '../node/node.js'
import type { NewAlias, RemovedAlias } from './aliases.js'
import type { Ballots } from './ballots.js'
import type { CatalogEntry, CatalogUpdate } from './catalog.js'
import type { LockChange } from './locks.js'
import type { ExpectedOverlaps } from './overlaps.js'
import type { VersionNote } from './versions.js'

/**
 * A transaction. Paths refer to the state before the change, except in `creates` and `aliases`. The store adjusts the
 * times of new records and versions, so that they are never earlier than existing times (docs/content-and-access.md,
 * Versions, rule 5).
 *
 * A store applies the lists in the order of `changeSteps`. Locks and aliases are not part of an object, so changing
 * them does not increment its revision.
 */
export interface Change {
  /** The new objects. Containers precede their items. Each object is appended to its container. */
  readonly creates?: readonly NodeCreation[]
  readonly updates?: readonly NodeUpdate[]
  readonly entries?: readonly EntryUpdate[]
  /**
   * The preconditions on objects, including objects that the change does not write. If a precondition fails, the commit
   * fails with `gone` or `changed`.
   */
  readonly expects?: readonly Expected[]
  /**
   * The expected numbers of objects in subtrees. If a number differs, the commit fails with `changed`, because the
   * change does not update the catalog entries of objects that were added in the meantime.
   */
  readonly sizes?: readonly SubtreeSize[]
  /** The expected results of searches in time spans. If a result differs, the commit fails with `changed`. */
  readonly overlaps?: readonly ExpectedOverlaps[]
  /**
   * The containers in which objects are added or removed. Only their `modified` time changes, which never decreases.
   */
  readonly touches?: readonly { readonly path: string; readonly modified: Instant }[]
  /** The paths of the objects to delete together with their descendants. */
  readonly removes?: readonly string[]
  /** The objects to move or rename. Each old path becomes an alias of the new path. */
  readonly renames?: readonly Renaming[]
  readonly orders?: readonly ContainerOrder[]
  readonly files?: readonly FileBytes[]
  /** The digests of files that must already be stored. If a file is missing, the commit fails with `changed`. */
  readonly expectedFiles?: readonly string[]
  /** The aliases to delete. Aliases that do not exist are ignored. */
  readonly removeAliases?: readonly RemovedAlias[]
  /**
   * The aliases to create. The commit fails with `taken` if an object or an alias uses the path, and with `gone` if the
   * target object does not exist.
   */
  readonly aliases?: readonly NewAlias[]
  readonly locks?: readonly LockChange[]
  /**
   * The polls that lose all voters and the votes for the given options. Votes for removed options remain but are hidden
   * (docs/polls.md, States and transitions, rule 6). The change must also update the poll, because the store then
   * rejects votes that were validated for the previous revision.
   */
  readonly clearBallots?: readonly ClearedBallots[]
  /** The polls for which all votes are replaced. */
  readonly replaceBallots?: readonly ReplacedBallots[]
  /**
   * The user and the time of the change. If the origin is present, the store adds an event to the change feed for each
   * removed or renamed object, including descendants. Each event contains the principals that could view the object
   * before the change.
   */
  readonly origin?: EventOrigin
  /** Additional events, which are added to the change feed in this order. */
  readonly events?: readonly NewEvent[]
  readonly mails?: readonly QueuedMail[]
}

/**
 * The order in which stores apply a change: first the preconditions and the events of removed and renamed objects, then
 * the lists with old paths, then `creates` and the lists with new paths, then versions (which reflect the complete
 * change), and finally all other events.
 */
export const changeSteps = [
  'expects',
  'sizes',
  'overlaps',
  'expectedFiles',
  'origin',
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
  'events',
  'mails',
] as const satisfies readonly (keyof Change | 'versions')[]

/** A function for each step of a change. If a store lacks a step, its code does not compile. */
export type ChangeSteps<Step> = Readonly<Record<keyof Change | 'versions', Step>>

/** A new object with its catalog entry and its initial workflow records. */
export interface NodeCreation {
  readonly node: ContentNode
  readonly entry: CatalogEntry
  readonly records: readonly WorkflowRecord[]
  /** The transitions of the object in this change, from which events are created. */
  readonly transitions?: readonly EventTransition[]
  /**
   * The note for a new version. If present, the object is saved as this version after the complete change has been
   * applied.
   */
  readonly version?: VersionNote
}

/** A changed object with its new catalog entry and additional workflow records. */
export interface NodeUpdate {
  /** The node with the revision on which the update is based. The store increments the revision. */
  readonly node: ContentNode
  readonly entry: CatalogUpdate
  readonly records?: readonly WorkflowRecord[]
  /** The transitions of the object in this change, from which events are created. */
  readonly transitions?: readonly EventTransition[]
  readonly version?: VersionNote
  /**
   * Whether the update only increments the revision or changes internal fields. Such an update conflicts with
   * concurrent changes, but creates no event.
   */
  readonly isClaim?: true
}

/**
 * A new catalog entry for an object that does not change. The entry is based on `revision`, and the object keeps this
 * revision.
 */
export interface EntryUpdate {
  readonly uid: string
  readonly revision: number
  readonly entry: CatalogUpdate
}

export interface Renaming {
  readonly from: string
  readonly to: string
  /** The creation time of the alias for the old path. If omitted, the time is unknown. */
  readonly at?: Instant
}

export interface ContainerOrder {
  readonly path: string
  readonly ids: readonly string[]
}

/** A file that objects or versions in the same change use. A file that is already stored is ignored. */
export interface FileBytes {
  readonly digest: string
  readonly bytes: Uint8Array
}

export interface ClearedBallots {
  readonly poll: string
  readonly options: readonly number[]
}

export interface ReplacedBallots {
  readonly poll: string
  readonly ballots: Ballots
}

/**
 * The result of a commit. The reason is `changed` if a node has a different revision or lock, a subtree has a different
 * size, a search in a time span has a different result, or an expected file was deleted. It is `taken` if a path or UID
 * is in use, and `gone` if a container or node does not exist.
 */
export type Commit = { readonly ok: true } | { readonly ok: false; readonly reason: 'changed' | 'taken' | 'gone' }

/** The expected state of an object, which is a precondition of the commit. */
export interface Expected {
  readonly uid: string
  readonly revision: number
  readonly path?: string
  /** The expected lock token. Null means that the object must be unlocked. If omitted, the lock is not checked. */
  readonly lock?: string | null
}

export interface SubtreeSize {
  readonly path: string
  readonly size: number
}
