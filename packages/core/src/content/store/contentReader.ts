import type { EventQuery, FeedState, MarkedEvent } from '../../changeFeed/events.js'
import type { Subscription } from '../../changeFeed/subscriptions.js'
import type { Instant } from '../../foundation/instants.js'
import type { TimeSlice } from '../../foundation/scheduler.js'
import type { ContentNode, Lineage, WorkflowRecord } from '../node/node.js'
import type { AliasQuery, AliasResult } from './aliases.js'
import type { Ballots, Tally, Voter } from './ballots.js'
import type { CatalogQuery, SearchHit } from './catalog.js'
import type { Lock } from './locks.js'
import type { ObjectRevision, OverlapQuery } from './overlaps.js'
import type { StoredVersion, VersionMeta } from './versions.js'

/** Reads objects, their containers, locks and aliases. */
export interface ObjectReader {
  /** Reads the object at a path and all its containers, or the existing containers if the object does not exist. */
  open(path: string): Promise<OpenResult>
  /** The objects with the given UIDs, in no defined order, without a permission check. Unknown UIDs are ignored. */
  nodes(uids: readonly string[]): Promise<readonly ContentNode[]>
  /** The paths at which an object exists, without a permission check. */
  existingPaths(paths: readonly string[]): Promise<readonly string[]>
  /** The number of objects at and below a path, without a permission check; stops counting at `limit`. */
  sizeUpTo(path: string, limit: number): Promise<number>
  /**
   * The object and all objects below it, in chunks. Containers precede their content; the children of a container are
   * consecutive, in the order of the container.
   */
  subtree(path: string): AsyncIterable<readonly ContentNode[]>
  /** The locks by the UID of their object, including expired locks; objects without a lock are omitted. */
  locks(uids: readonly string[]): Promise<ReadonlyMap<string, Lock>>
  /** The aliases that a query finds, ordered by path. */
  aliases(query: AliasQuery): Promise<AliasResult>
}

/** Searches the catalog. */
export interface CatalogReader {
  /**
   * Returns all hits together. Use it only for queries with a small `size` or few hits. A search that examines many
   * objects pauses between them when `slice` ends.
   */
  search(query: CatalogQuery, slice?: TimeSlice): Promise<SearchResult>
  /** The number of hits; stops counting at `limit`. */
  countUpTo(query: CatalogQuery, limit: number): Promise<number>
  /** The nearest values of an index below and above a number. The duration does not depend on the size of the index. */
  neighbours(index: string, number: number): Promise<Neighbours>
  /** The objects in a time span that share a value, in no defined order, without a permission check. */
  overlapping(query: OverlapQuery): Promise<readonly ObjectRevision[]>
  /** Like `search`, but returns the hits in chunks, so that loops over many hits can pause between them. */
  scan(query: CatalogQuery, slice?: TimeSlice): Promise<ScanResult>
}

/** Reads workflow records and versions. */
export interface HistoryReader {
  /** The workflow history of an object, in write order. */
  records(uid: string): Promise<readonly WorkflowRecord[]>
  /** The latest record of a workflow; null if there is none. */
  lastRecord(uid: string, workflow: string): Promise<WorkflowRecord | null>
  /** The time of the latest record or version of an object; null if the object has none. Times never decrease. */
  lastTime(uid: string): Promise<Instant | null>
  /** The metadata of all versions of an object, in write order, without the content of the versions. */
  versions(uid: string): Promise<readonly VersionMeta[]>
  version(uid: string, number: number): Promise<StoredVersion | null>
}

/** Reads the bytes of files. */
export interface FileReader {
  /**
   * The piece with the given number, counted from 0, of the file with this digest. Each piece is `filePieceSize` bytes
   * long, except that the last piece may be shorter. Null if no object and no version refers to the file. Files are
   * never read in one call, so that memory stays bounded for large files (see `filePart` and `readWholeFile`).
   */
  filePiece(digest: string, number: number): Promise<Uint8Array | null>
}

/** Reads votes. */
export interface PollReader {
  /** The tally of the poll with this UID. The duration does not depend on the number of votes. */
  tally(poll: string): Promise<Tally>
  hasVoted(poll: string, voter: Voter): Promise<boolean>
  /** All votes and voters of a poll, for an export. */
  ballots(poll: string): Promise<Ballots>
}

/** Reads the change feed without a permission check. The duration does not depend on the size of the feed. */
export interface EventReader {
  events(query: EventQuery): Promise<readonly MarkedEvent[]>
  feedState(): Promise<FeedState>
  /** The states of all subscribers, sorted by name. */
  subscriptions(): Promise<readonly Subscription[]>
}

/** The methods for reading one snapshot. They may be called only while the `task` of `ContentStore.read` runs. */
export interface ContentReader extends ObjectReader, CatalogReader, HistoryReader, FileReader, PollReader, EventReader {
  /** Returns facts about the store for the operator of the site. */
  facts(): Promise<StoreFacts>
}

/** The result of `ContentReader.open`. */
export interface OpenResult {
  /**
   * The lineage, beginning with the site root and ending with the object, or with the last existing container. Empty
   * before the site is created.
   */
  readonly lineage: Lineage
  /** Whether an object exists at the path itself. */
  readonly exists: boolean
  /**
   * The target of an alias for this path or for one of its containers: a path (including the rest of the path after the
   * alias), or the URL of another site (only for an alias of the exact path). Null if the object exists or no alias
   * matches.
   */
  readonly movedTo: string | null
  /**
   * A string that changes with every commit and every recorded invalidation, and that is part of ETags. Equal stamps
   * mean equal content, even if a copy of the store has been changed independently.
   */
  readonly stamp: string
  /**
   * The number of invalidations recorded in this store. A store that was restored from a backup may contain a lower
   * number.
   */
  readonly invalidations: number
}

export interface SearchResult {
  /** The number of hits before `start` and `size` are applied. */
  readonly total: number
  readonly items: readonly SearchHit[]
}

export interface Neighbours {
  /** The greatest value that is not greater than the number; null if there is none. */
  readonly before: number | null
  /** The smallest value that is greater than the number; null if there is none. */
  readonly after: number | null
}

export interface ScanResult {
  /** The number of hits before `start` and `size` are applied. */
  readonly total: number
  readonly chunks: AsyncIterable<readonly SearchHit[]>
}

export interface StoreFacts {
  /** The product and version, such as `SQLite 3.45.1`. */
  readonly kind: string
  /** The size on disk in bytes, without a write-ahead log; null for an in-memory store. */
  readonly bytes: number | null
  /** The clock of the store's machine, in milliseconds since 1970; null if the store runs on this machine. */
  readonly clock: number | null
}
