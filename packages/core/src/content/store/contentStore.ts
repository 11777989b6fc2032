import type { Instant } from '../../foundation/instants.js'
import type { Turn } from '../../foundation/turns.js'
import type { Lineage } from '../node/lineage.js'
import type { ContentNode, WorkflowRecord } from '../node/node.js'
import type { AliasesFound, AliasQuery, NewAlias, RemovedAlias } from './aliases.js'
import type { Ballots, Tally, Voter } from './ballots.js'
import type { CatalogEntry, CatalogUpdate, FoundEntry } from './catalog.js'
import type { CatalogQuery } from './catalogQuery.js'
import type { Lock, LockChange } from './locks.js'
import type { StoredVersion, VersionMeta, VersionNote } from './versions.js'

/** Where content is kept. Everything read within one `read` is of one moment; a commit happens wholly or not at all. */
export interface ContentStore {
  read<T>(work: (reader: ContentReader) => Promise<T>): Promise<T>
  /**
   * Writes a change in its turn among those of this process; one with many objects pauses between them where `turn`
   * says so, and readers see nothing of it before it is done. Throws `busy` when those before it take too long.
   */
  commit(change: Change, turn?: Turn): Promise<Commit>
  /** Keeps others of this process from writing while `work` decides and commits. Throws as `commit` does. */
  alone<T>(work: (commit: ContentStore['commit']) => Promise<T>): Promise<T>
  /** Gives up what it holds; nothing may be asked of it afterwards. */
  close(): Promise<void>
}

export interface StoreFacts {
  /** What it is, such as `SQLite 3.45.1`. */
  readonly kind: string
  /** Bytes on the disk, without what the next commits may still add to a log; null where nothing is kept there. */
  readonly bytes: number | null
}

export interface ContentReader {
  /** The object at a path with all its containers, or what exists of them. */
  open(path: string): Promise<Opened>
  /** All hits at once: for queries with a small `size`, or with few hits by their nature. */
  search(query: CatalogQuery): Promise<Found>
  /** How many hits there are, counted up to a number. */
  countUpTo(query: CatalogQuery, most: number): Promise<number>
  /** The numbers of an index that are nearest to one; costs the same however many there are. */
  beside(index: string, number: number): Promise<Neighbours>
  /** The same hits in stretches, so that whoever goes through many may pause between them. */
  scan(query: CatalogQuery): Promise<Scanned>
  /** Objects by UID, whatever anyone may see, in no order; those that do not exist are left out. */
  nodes(uids: readonly string[]): Promise<readonly ContentNode[]>
  /** The object and everything below it, containers before their content, in stretches. */
  subtree(path: string): AsyncIterable<readonly ContentNode[]>
  /** What the object's workflows recorded, in the order of writing. */
  records(uid: string): Promise<readonly WorkflowRecord[]>
  /** The one of a workflow that was written last; null when there is none. */
  lastRecord(uid: string, workflow: string): Promise<WorkflowRecord | null>
  /** When its last record or version is of, which nothing that is written later precedes; null without any. */
  lastTime(uid: string): Promise<Instant | null>
  /** What is known of the versions of an object, in the order of writing; what they hold is not read for it. */
  versions(uid: string): Promise<readonly VersionMeta[]>
  version(uid: string, number: number): Promise<StoredVersion | null>
  /** Locks by the UID of their object, those that have run out too; objects without one are left out. */
  locks(uids: readonly string[]): Promise<ReadonlyMap<string, Lock>>
  /** Addresses that lead elsewhere, by path. */
  aliases(query: AliasQuery): Promise<AliasesFound>
  /** Bytes by digest, or a part of them; null when there are none. */
  file(digest: string, part?: { readonly start: number; readonly length: number }): Promise<Uint8Array | null>
  /** What whoever runs the site may know of the store. */
  facts(): Promise<StoreFacts>
  /** Where a poll stands, by UID; costs the same however many have voted. */
  tally(poll: string): Promise<Tally>
  hasVoted(poll: string, voter: Voter): Promise<boolean>
  /** All votes of a poll, for an export. */
  ballots(poll: string): Promise<Ballots>
}

export interface Opened {
  /** Site root first; ends with the object, or with the last container that exists. Empty before the site is made. */
  readonly lineage: Lineage
  /** False when the path leads further than the lineage. */
  readonly found: boolean
  /**
   * Where this path leads by an alias of it or of a container: a path, with what follows the alias, or the URL of
   * another site, which an alias gives for itself alone; only when nothing was found.
   */
  readonly movedTo: string | null
  /**
   * Another after every commit, also of a copy of the store that went on by itself: equal stamps mean equal content.
   */
  readonly stamp: string
}

export interface Found {
  /** Hits before `start` and `size` were applied. */
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
  /** Hits before `start` and `size` were applied. */
  readonly total: number
  readonly stretches: AsyncIterable<readonly FoundEntry[]>
}

/**
 * What is to be written at once. Records and versions of an object are never earlier than those before them
 * (docs/content-and-access.md, Versions, rule 5): the store gives them a later time. Paths are those from before the
 * change, except in `creates`.
 *
 * A store applies the lists in one order: first what names objects by their paths from before; then `creates`, which see
 * the paths as they are then and may bring votes along; versions last, which see all of it. Locks and aliases are no part
 * of an object: its revision stays.
 */
export interface Change {
  /** New objects, containers before their content; each becomes the last of its container. */
  readonly creates?: readonly NodeCreation[]
  readonly updates?: readonly NodeUpdate[]
  readonly entries?: readonly EntryUpdate[]
  /**
   * Objects that must have these revisions still, whether the change writes them or not; `gone` or `changed` otherwise.
   */
  readonly expects?: readonly { readonly uid: string; readonly revision: number }[]
  /** Containers in which something was added or removed: only their time changes, and only forwards. */
  readonly touches?: readonly { readonly path: string; readonly modified: Instant }[]
  /** Objects with everything below them. */
  readonly removes?: readonly string[]
  /** Objects that get another path; the old one leads to the new one from then on. */
  readonly renames?: readonly Renaming[]
  /** The order of all objects of a container, by short name. */
  readonly orders?: readonly ContainerOrder[]
  readonly files?: readonly FileBytes[]
  /** Addresses that lead nowhere any more; those that there are not are passed over. */
  readonly removeAliases?: readonly RemovedAlias[]
  /** Addresses that lead elsewhere from then on; `taken` when there is content or an alias, `gone` without the object. */
  readonly aliases?: readonly NewAlias[]
  readonly locks?: readonly LockChange[]
  /**
   * Polls by UID whose voters go, together with the votes for these options; votes for options that the poll has lost
   * stay hidden where they are (docs/polls.md, States and moves, rule 6). What decides this also updates the poll, or
   * votes would still come in that were decided upon before.
   */
  readonly clearBallots?: readonly ClearedBallots[]
  /** Polls by UID that get these votes in place of all that they have. */
  readonly replaceBallots?: readonly ReplacedBallots[]
}

export interface NodeCreation {
  readonly node: ContentNode
  readonly entry: CatalogEntry
  readonly records: readonly WorkflowRecord[]
  /** When given, the object as the whole change leaves it is kept as a version, with the next number from 0. */
  readonly version?: VersionNote
}

export interface NodeUpdate {
  /** Carries the revision that it was decided upon; it is kept with the next one. */
  readonly node: ContentNode
  readonly entry: CatalogUpdate
  readonly records?: readonly WorkflowRecord[]
  readonly version?: VersionNote
}

/** A new entry of an object that does not change itself; it was decided upon a revision, which stays. */
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

/** All short names of a container in their order. */
export interface ContainerOrder {
  readonly path: string
  readonly ids: readonly string[]
}

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
 * `changed`: a node has another revision, or another lock, by now. `taken`: a path or UID is in use. `gone`: a container or node is not
 * there.
 */
export type Commit = { readonly ok: true } | { readonly ok: false; readonly reason: 'changed' | 'taken' | 'gone' }
