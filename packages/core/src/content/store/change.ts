import type { EventOrigin, EventTransition, NewEvent } from '../../changeFeed/events.js'
import type { Instant } from '../../foundation/instants.js'
import type { ContentNode, WorkflowRecord } from '../node/node.js'
import type { NewAlias, RemovedAlias } from './aliases.js'
import type { Ballots } from './ballots.js'
import type { CatalogEntry, CatalogUpdate } from './catalog.js'
import type { LockChange } from './locks.js'
import type { ExpectedOverlaps } from './overlaps.js'
import type { VersionNote } from './versions.js'

/**
 * One transaction. Paths refer to the state before the change, except in `creates`. New records and versions of an
 * object are never earlier than existing records and versions: the store adjusts their times
 * (docs/content-and-access.md, Versions, rule 5).
 *
 * A store applies the lists in the order of `changeSteps`. Locks and aliases are not part of an object, so changing
 * them does not change its revision.
 */
export interface Change {
  /** The new objects, containers before their content. Each becomes the last object in its container. */
  readonly creates?: readonly NodeCreation[]
  readonly updates?: readonly NodeUpdate[]
  readonly entries?: readonly EntryUpdate[]
  /**
   * The preconditions on objects, including objects that the change does not write. If a precondition is not met, the
   * commit fails with `gone` or `changed`.
   */
  readonly expects?: readonly Expected[]
  /**
   * The expected numbers of objects at and below paths. If a number differs, the commit fails with `changed`, because a
   * concurrently added object would have an outdated catalog entry.
   */
  readonly sizes?: readonly SubtreeSize[]
  /** The expected results of searches in time spans. If a result differs, the commit fails with `changed`. */
  readonly overlaps?: readonly ExpectedOverlaps[]
  /**
   * The containers in which objects are added or removed. Only the `modified` time of these containers changes, and
   * never to an earlier time.
   */
  readonly touches?: readonly { readonly path: string; readonly modified: Instant }[]
  /** The paths of objects to delete, including everything below them. */
  readonly removes?: readonly string[]
  /** The objects that get another path; the old path becomes an alias of the new path. */
  readonly renames?: readonly Renaming[]
  /** The containers whose items get a new order. */
  readonly orders?: readonly ContainerOrder[]
  readonly files?: readonly FileBytes[]
  /** The digests of files that must still be stored. If a file is missing, the commit fails with `changed`. */
  readonly expectedFiles?: readonly string[]
  /** The aliases to delete; missing aliases are ignored. */
  readonly removeAliases?: readonly RemovedAlias[]
  /**
   * The aliases to create. The commit fails with `taken` if the path belongs to an object or an alias, and with `gone`
   * if the target object does not exist.
   */
  readonly aliases?: readonly NewAlias[]
  readonly locks?: readonly LockChange[]
  /**
   * The polls that lose all voters and the votes for the given options. Votes for removed options remain, but are
   * hidden (docs/polls.md, States and transitions, rule 6). The change must also update the poll, so that its new
   * revision makes the store refuse votes that were checked before the change.
   */
  readonly clearBallots?: readonly ClearedBallots[]
  /** The polls whose votes are all replaced with the given votes. */
  readonly replaceBallots?: readonly ReplacedBallots[]
  /**
   * If present, the store adds an event to the change feed for each object that `removes` or `renames` affects, which
   * includes all objects below the listed objects. Each event contains the names that could view the object before the
   * change.
   */
  readonly origin?: EventOrigin
  /** The further events, which the store adds to the change feed in this order. */
  readonly events?: readonly NewEvent[]
}

/**
 * The order in which a store applies a change: first the preconditions and the events of removed and renamed objects;
 * then the lists that identify objects by their old paths; then `creates` and the lists after it, which use the new
 * paths; finally the versions, which include the whole change, and all other events.
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
] as const satisfies readonly (keyof Change | 'versions')[]

/** One function for each step of a change. An implementation in which a step is missing does not compile. */
export type ChangeSteps<Step> = Readonly<Record<keyof Change | 'versions', Step>>

/** A new object, its catalog entry and its first workflow records. */
export interface NodeCreation {
  readonly node: ContentNode
  readonly entry: CatalogEntry
  readonly records: readonly WorkflowRecord[]
  /** The transitions of the object in this change, which events report. */
  readonly transitions?: readonly EventTransition[]
  /** If present, the object is saved in its state after the whole change as its next version. */
  readonly version?: VersionNote
}

/** A changed object, its new catalog entry and additional workflow records. */
export interface NodeUpdate {
  /** The node, including the revision on which the update is based; the store saves the node with the next revision. */
  readonly node: ContentNode
  readonly entry: CatalogUpdate
  readonly records?: readonly WorkflowRecord[]
  /** The transitions of the object in this change, which events report. */
  readonly transitions?: readonly EventTransition[]
  readonly version?: VersionNote
  /**
   * Whether the update only increments the revision. Such an update makes concurrent changes conflict, and creates no
   * event.
   */
  readonly isClaim?: true
}

/**
 * A new catalog entry for an object that does not itself change. The entry is based on `revision`, which remains the
 * same.
 */
export interface EntryUpdate {
  readonly uid: string
  readonly revision: number
  readonly entry: CatalogUpdate
}

export interface Renaming {
  readonly from: string
  readonly to: string
  /** The creation time of the alias that the rename creates; if omitted, the time is unknown. */
  readonly at?: Instant
}

/** The short names of all objects in a container, in the new order. */
export interface ContainerOrder {
  readonly path: string
  readonly ids: readonly string[]
}

/** A file to store for the objects and versions in the same change; ignored if it is already stored. */
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
 * The result of a commit. `changed`: a node has another revision or another lock, a subtree has another size, or an
 * expected file has been deleted. `taken`: a path or UID is in use. `gone`: a container or node does not exist.
 */
export type Commit = { readonly ok: true } | { readonly ok: false; readonly reason: 'changed' | 'taken' | 'gone' }

/** The state of an object on which a decision was based: a precondition of the commit. */
export interface Expected {
  readonly uid: string
  readonly revision: number
  /** The expected path; if omitted, any path is accepted. */
  readonly path?: string
  /** The expected token of the object's lock, or null if no lock is expected; if omitted, any lock is accepted. */
  readonly lock?: string | null
}

/** The number of objects at and below a path when a change was decided. */
export interface SubtreeSize {
  readonly path: string
  readonly size: number
}
