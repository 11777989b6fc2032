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
   * Shows all that was answered before the call. `seen` is what the store held after that, where somebody has looked: a
   * snapshot that is open and shows as much will do.
   */
  read<T>(work: (reader: ContentReader) => Promise<T>, seen?: StoreState): Promise<T>
  /** What the store holds now: sees all that was answered before the call, by whichever process. Cheap while it stays. */
  state(): Promise<StoreState>
  /**
   * Writes a change. The changes of a process are written one after the other. A large change pauses between objects
   * where `turn` is over; readers see nothing of it before it is complete. Throws a DomainError `busy` when the changes
   * before it take too long.
   */
  commit(change: Change, turn?: Turn): Promise<Commit>
  /** Locks the store for writes of this process while `work` decides and commits. Throws as `commit` does. */
  alone<T>(work: (commit: ContentStore['commit']) => Promise<T>): Promise<T>
  /** Counts one more invalidation: state and stamp change as by a commit. Resolves to the count. Throws as `commit`. */
  recordInvalidation(): Promise<number>
  /** Frees files and connections. The store must not be used afterwards. */
  close(): Promise<void>
}

/** Texts that tell one state of a store from all others that one process sees. */
export interface StoreState {
  /** Another one after every commit and every recorded invalidation. */
  readonly content: string
  /** Another one after every vote; a commit may change it too. */
  readonly votes: string
  /** As in `Opened`. */
  readonly invalidations: number
}

export interface StoreFacts {
  /** What it is, such as `SQLite 3.45.1`. */
  readonly kind: string
  /** Bytes on the disk, without what the next commits may still add to a log; null where nothing is kept there. */
  readonly bytes: number | null
  /** What the clock of its machine says, in milliseconds since 1970; null where that is ours. */
  readonly clock: number | null
}

/** The methods to read one snapshot. They may be used only while `work` of `ContentStore.read` runs. */
export interface ContentReader {
  /** The object at a path with all its containers, or those of them that exist. */
  open(path: string): Promise<Opened>
  /**
   * All hits at once: only for queries with a small `size`, or with always few hits. Where many objects have to be looked
   * at, it pauses between them when `turn` is over.
   */
  search(query: CatalogQuery, turn?: Turn): Promise<Found>
  /** The number of hits; stops counting at `most`. */
  countUpTo(query: CatalogQuery, most: number): Promise<number>
  /** The numbers of an index that are nearest to one; costs the same however many there are. */
  beside(index: string, number: number): Promise<Neighbours>
  /** The same hits in batches, so that loops over many hits can pause between batches. */
  scan(query: CatalogQuery, turn?: Turn): Promise<Scanned>
  /** Objects by UID, without a permission check and in no certain order. Unknown UIDs are left out. */
  nodes(uids: readonly string[]): Promise<readonly ContentNode[]>
  /** Those of some paths at which there is an object, whoever may see it. */
  taken(paths: readonly string[]): Promise<readonly string[]>
  /** The number of objects at a path and below it, whoever may see them; stops counting at `most`. */
  sizeUpTo(path: string, most: number): Promise<number>
  /** The object and all objects below it, in batches: containers before their content, and that of each together, in its order. */
  subtree(path: string): AsyncIterable<readonly ContentNode[]>
  /** The workflow history of an object, in the order of writing. */
  records(uid: string): Promise<readonly WorkflowRecord[]>
  /** The record that a workflow wrote last; null when there is none. */
  lastRecord(uid: string, workflow: string): Promise<WorkflowRecord | null>
  /** The time of the last record or version of an object; null when it has none. Later ones are never earlier. */
  lastTime(uid: string): Promise<Instant | null>
  /** The metadata of all versions of an object, in the order of writing, without their content. */
  versions(uid: string): Promise<readonly VersionMeta[]>
  version(uid: string, number: number): Promise<StoredVersion | null>
  /** Locks by the UID of their object, those that have run out too; objects without one are left out. */
  locks(uids: readonly string[]): Promise<ReadonlyMap<string, Lock>>
  /** Addresses that lead elsewhere, by path. */
  aliases(query: AliasQuery): Promise<AliasesFound>
  /**
   * A piece of the bytes with a digest, counted from 0: `filePieceSize` bytes, of which only the last piece has less. Null
   * where no object and no version refers to it. Nothing gives a large file at once: `filePart` and `wholeFile` ask for pieces.
   */
  filePiece(digest: string, number: number): Promise<Uint8Array | null>
  /** What whoever runs the site may know of the store. */
  facts(): Promise<StoreFacts>
  /** The result of a poll, by UID. The cost does not depend on the number of votes. */
  tally(poll: string): Promise<Tally>
  hasVoted(poll: string, voter: Voter): Promise<boolean>
  /** All votes and voters of a poll, for an export. */
  ballots(poll: string): Promise<Ballots>
}

/** The result of `ContentReader.open`. */
export interface Opened {
  /** Site root first; ends with the object, or with the last container that exists. Empty before the site is made. */
  readonly lineage: Lineage
  /** False when no object exists at the path itself. */
  readonly found: boolean
  /**
   * Where this path leads by an alias of it or of a container: a path, with what follows the alias, or the URL of
   * another site, which an alias gives for itself alone; only when nothing was found.
   */
  readonly movedTo: string | null
  /**
   * A new text after every commit and every recorded invalidation, for the tags of answers. Equal stamps mean equal
   * content, even when a copy of the store was changed independently.
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
  /** The greatest that is not greater; null when there is none. */
  readonly before: number | null
  /** The least that is greater. */
  readonly after: number | null
}

export interface Scanned {
  /** The number of hits before `start` and `size` are applied. */
  readonly total: number
  readonly stretches: AsyncIterable<readonly FoundEntry[]>
}

/**
 * One transaction. Paths are those before the change, except in `creates`. Records and versions of an object are never
 * earlier than those before them: the store raises their times (docs/content-and-access.md, Versions, rule 5).
 *
 * A store applies the lists in one order: first what names objects by their paths from before; then `creates`, which see
 * the paths as they are then and may bring votes along; versions last, which see all of it. Locks and aliases are no part
 * of an object: its revision stays.
 */
export interface Change {
  /** New objects, containers before their content. Each becomes the last object of its container. */
  readonly creates?: readonly NodeCreation[]
  readonly updates?: readonly NodeUpdate[]
  readonly entries?: readonly EntryUpdate[]
  /** What objects must still be, even if the change does not write them; otherwise the commit fails with `gone` or `changed`. */
  readonly expects?: readonly Expected[]
  /**
   * How many objects there must still be at a path and below it; otherwise the commit fails with `changed`. An object that
   * came meanwhile would keep an entry of before.
   */
  readonly sizes?: readonly SubtreeSize[]
  /** Containers in which an object was added or removed. Only `modified` changes, and never to an earlier time. */
  readonly touches?: readonly { readonly path: string; readonly modified: Instant }[]
  /** Paths of objects to delete, with everything below them. */
  readonly removes?: readonly string[]
  /** Objects that get another path; the old one leads to the new one from then on. */
  readonly renames?: readonly Renaming[]
  /** New orders of containers. */
  readonly orders?: readonly ContainerOrder[]
  readonly files?: readonly FileBytes[]
  /** Digests of files that must still be stored; otherwise the commit fails with `changed`. */
  readonly expectedFiles?: readonly string[]
  /** Addresses that lead nowhere any more; those that there are not are passed over. */
  readonly removeAliases?: readonly RemovedAlias[]
  /** Addresses that lead elsewhere from then on; `taken` when there is content or an alias, `gone` without the object. */
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
  /** Keeps the object, as it is after the whole change, as its next version. */
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
  /** When, for who lists old addresses; unknown when it is left out. */
  readonly at?: Instant
}

/** The short names of all objects of a container, in the new order. */
export interface ContainerOrder {
  readonly path: string
  readonly ids: readonly string[]
}

/** A file to store, for the objects and versions of the same change; one that is stored already is ignored. */
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
 * `changed`: a node has another revision, or another lock, or an expected file is gone by now. `taken`: a path or UID is in use. `gone`: a container or node is not
 * there.
 */
export type Commit = { readonly ok: true } | { readonly ok: false; readonly reason: 'changed' | 'taken' | 'gone' }
