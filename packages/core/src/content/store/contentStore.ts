import type { Instant } from '../../foundation/instants.js'
import type { Turn } from '../../foundation/turns.js'
import type { Lineage } from '../node/lineage.js'
import type { ContentNode, WorkflowRecord } from '../node/node.js'
import type { AliasesFound, AliasQuery, NewAlias, RemovedAlias } from './aliases.js'
import type { Ballots, Tally, Voter } from './ballots.js'
import type { CatalogEntry, CatalogUpdate, FoundEntry } from './catalog.js'
import type { CatalogQuery } from './catalogQuery.js'
import type { Expected, SubtreeSize } from './expected.js'
import type { Lock, LockChange } from './locks.js'
import type { StoredVersion, VersionMeta, VersionNote } from './versions.js'

/** The port that stores content. One `read` sees one snapshot; a commit is atomic. */
export interface ContentStore {
  /**
   * Reads a snapshot that includes every change acknowledged before the call. `minState`, a state observed after those
   * changes, lets the store reuse an open snapshot that is at least as recent.
   */
  read<T>(work: (reader: ContentReader) => Promise<T>, seen?: StoreState): Promise<T>
  /**
   * The current state, including every change acknowledged before the call by any process. Cheap while it does not
   * change.
   */
  state(): Promise<StoreState>
  /**
   * Writes a change. The changes of a process are written one after the other. A large change pauses between objects
   * when `slice` ends; readers see it only when it is complete. Throws a DomainError `busy` if the changes queued
   * before it take too long.
   */
  commit(change: Change, turn?: Turn): Promise<Commit>
  /** Locks the store for writes of this process while `task` decides and commits. Throws like `commit`. */
  alone<T>(work: (commit: ContentStore['commit']) => Promise<T>): Promise<T>
  /**
   * Counts one more invalidation: state and stamp change as after a commit. Resolves to the count. Throws like
   * `commit`.
   */
  recordInvalidation(): Promise<number>
  /** Frees files and connections. The store must not be used afterwards. */
  close(): Promise<void>
}

/** Identifies a state of the store among all states that a process sees; the texts are opaque. */
export interface StoreState {
  /** Changes with every commit and every recorded invalidation. */
  readonly content: string
  /** Changes with every vote, and possibly with a commit. */
  readonly votes: string
  /** See `Opened`. */
  readonly invalidations: number
}

export interface StoreFacts {
  /** Product and version, such as `SQLite 3.45.1`. */
  readonly kind: string
  /** Size on disk in bytes, without the growth of a write-ahead log; null if the store uses no disk. */
  readonly bytes: number | null
  /** The clock of the store's machine, in milliseconds since 1970; null if it runs on this machine. */
  readonly clock: number | null
}

/** The methods to read one snapshot. They may be used only while `task` of `ContentStore.read` runs. */
export interface ContentReader {
  /** The object at a path with all its containers, or those containers that exist. */
  open(path: string): Promise<Opened>
  /**
   * Returns all hits together: only for queries with a small `size` or few hits. A search that examines many objects
   * pauses between them when `slice` ends.
   */
  search(query: CatalogQuery, turn?: Turn): Promise<Found>
  /** The number of hits; stops counting at `limit`. */
  countUpTo(query: CatalogQuery, most: number): Promise<number>
  /** The nearest values of an index below and above a number; the cost does not grow with the index. */
  beside(index: string, number: number): Promise<Neighbours>
  /** The same hits in chunks, so that loops over many hits can pause between them. */
  scan(query: CatalogQuery, turn?: Turn): Promise<Scanned>
  /** Objects by UID, in no defined order, without a permission check. Unknown UIDs are left out. */
  nodes(uids: readonly string[]): Promise<readonly ContentNode[]>
  /** The paths that have an object, without a permission check. */
  taken(paths: readonly string[]): Promise<readonly string[]>
  /** The number of objects at and below a path, without a permission check; stops counting at `limit`. */
  sizeUpTo(path: string, most: number): Promise<number>
  /**
   * The object and all objects below it, in chunks: containers before their content; the children of a container stay
   * together, in its order.
   */
  subtree(path: string): AsyncIterable<readonly ContentNode[]>
  /** The workflow history of an object, in the order of writing. */
  records(uid: string): Promise<readonly WorkflowRecord[]>
  /** The latest record of a workflow; null if there is none. */
  lastRecord(uid: string, workflow: string): Promise<WorkflowRecord | null>
  /** The time of the latest record or version of an object; null if it has none. Times never decrease. */
  lastTime(uid: string): Promise<Instant | null>
  /** The metadata of all versions of an object, in the order of writing, without their content. */
  versions(uid: string): Promise<readonly VersionMeta[]>
  version(uid: string, number: number): Promise<StoredVersion | null>
  /** Locks by the UID of their object, including expired ones; objects without a lock are left out. */
  locks(uids: readonly string[]): Promise<ReadonlyMap<string, Lock>>
  /** Aliases, ordered by path. */
  aliases(query: AliasQuery): Promise<AliasesFound>
  /**
   * A piece of the file with this digest, counted from 0: `filePieceSize` bytes; only the last piece is shorter. Null
   * if no object and no version refers to the file. Files are never read in one call, so that large ones fit in memory
   * (see `filePart` and `wholeFile`).
   */
  filePiece(digest: string, number: number): Promise<Uint8Array | null>
  /** Facts about the store for the operator of the site. */
  facts(): Promise<StoreFacts>
  /** The result of a poll, by UID. The cost does not depend on the number of votes. */
  tally(poll: string): Promise<Tally>
  hasVoted(poll: string, voter: Voter): Promise<boolean>
  /** All votes and voters of a poll, for an export. */
  ballots(poll: string): Promise<Ballots>
}

/** The result of `ContentReader.open`. */
export interface Opened {
  /**
   * Site root first; ends with the object, or with the last container that exists. Empty before the site is created.
   */
  readonly lineage: Lineage
  /** False when no object exists at the path itself. */
  readonly found: boolean
  /**
   * The target of an alias of this path or of a container: a path (with the rest of the path after the alias), or the
   * URL of another site (only for the exact path). Null if the object exists or there is no alias.
   */
  readonly movedTo: string | null
  /**
   * Changes with every commit and every recorded invalidation; part of ETags. Equal stamps mean equal content, even
   * when a copy of the store was changed independently.
   */
  readonly stamp: string
  /** The number of invalidations that were recorded in this store; a restored store may have counted fewer. */
  readonly invalidations: number
}

export interface Found {
  /** The number of hits before `start` and `size` are applied. */
  readonly total: number
  readonly items: readonly FoundEntry[]
}

export interface Neighbours {
  /** The greatest value that is not greater than the number; null if there is none. */
  readonly before: number | null
  /** The smallest value that is greater than the number; null if there is none. */
  readonly after: number | null
}

export interface Scanned {
  /** The number of hits before `start` and `size` are applied. */
  readonly total: number
  readonly stretches: AsyncIterable<readonly FoundEntry[]>
}

/**
 * One transaction. Paths are those before the change, except in `creates`. Records and versions of an object are never
 * earlier than existing ones: the store raises their times (docs/content-and-access.md, Versions, rule 5).
 *
 * A store applies the lists in a fixed order: first all lists that name objects by their old paths; then `creates`,
 * which see the new paths and may include votes; versions last, which see the whole change. Locks and aliases are not
 * part of an object: its revision stays.
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
  /** Containers in which an object was added or removed. Only `modified` changes, and never to an earlier time. */
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
   * Aliases to create. The commit fails with `taken` if content or an alias is at the path, with `gone` without the
   * target object.
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
  /** Has the revision that the update is based on; the store saves it with the next one. */
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
  /** The time of the alias that the rename creates; unknown when it is left out. */
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
  /** UID. */
  readonly poll: string
  readonly options: readonly number[]
}

export interface ReplacedBallots {
  /** UID. */
  readonly poll: string
  readonly ballots: Ballots
}

/**
 * `changed`: a node has another revision or another lock, or an expected file was deleted. `taken`: a path or UID is in
 * use. `gone`: a container or node does not exist.
 */
export type Commit = { readonly ok: true } | { readonly ok: false; readonly reason: 'changed' | 'taken' | 'gone' }
