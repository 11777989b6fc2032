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

export interface ObjectReader {
  /**
   * Reads the object at a path and its containers. If the object does not exist, reads only the existing containers.
   */
  open(path: string): Promise<OpenResult>
  /**
   * Returns the objects with the given UIDs in an undefined order, without a permission check. Unknown UIDs are
   * ignored.
   */
  nodes(uids: readonly string[]): Promise<readonly ContentNode[]>
  /** Returns the paths in the list at which an object exists, without a permission check. */
  existingPaths(paths: readonly string[]): Promise<readonly string[]>
  /** Returns the number of objects at and below a path, counted up to `limit`, without a permission check. */
  sizeUpTo(path: string, limit: number): Promise<number>
  /**
   * Yields an object and its descendants in chunks. Containers precede their items. The items of a container are
   * consecutive and in container order.
   */
  subtree(path: string): AsyncIterable<readonly ContentNode[]>
  /** Returns the locks of objects by UID, including expired locks. Objects without a lock are omitted. */
  locks(uids: readonly string[]): Promise<ReadonlyMap<string, Lock>>
  /** Returns the matching aliases, sorted by path. */
  aliases(query: AliasQuery): Promise<AliasResult>
}

export interface CatalogReader {
  /**
   * Returns all hits in one list. Use it only for queries with a small `size` or few hits. Long searches pause between
   * time slices.
   */
  search(query: CatalogQuery, slice?: TimeSlice): Promise<SearchResult>
  /** Returns the number of hits, counted up to `limit`. */
  countUpTo(query: CatalogQuery, limit: number): Promise<number>
  /**
   * Returns the nearest index values below and above a number. The duration does not depend on the size of the index.
   */
  neighbours(index: string, number: number): Promise<Neighbours>
  /**
   * Returns the objects in a time span that have at least one of the given values, in an undefined order, without a
   * permission check.
   */
  overlapping(query: OverlapQuery): Promise<readonly ObjectRevision[]>
  /** Searches the catalog like `search`, but yields the hits in chunks, so that a loop over many hits can pause. */
  scan(query: CatalogQuery, slice?: TimeSlice): Promise<ScanResult>
}

export interface HistoryReader {
  /** Returns the workflow records of an object in the order in which they were written. */
  records(uid: string): Promise<readonly WorkflowRecord[]>
  /** Returns the latest record of a workflow, or null if the workflow has no record. */
  lastRecord(uid: string, workflow: string): Promise<WorkflowRecord | null>
  /** Returns the time of the latest record or version of an object, or null if it has neither. Times never decrease. */
  lastTime(uid: string): Promise<Instant | null>
  /** Returns the metadata of all versions of an object, oldest first, without their content. */
  versions(uid: string): Promise<readonly VersionMeta[]>
  version(uid: string, number: number): Promise<StoredVersion | null>
}

export interface FileReader {
  /**
   * Returns a piece of a file by its zero-based number. Each piece is `filePieceSize` bytes long, except the last one.
   * Returns null if no object or version refers to the file. Reading in pieces limits the memory use (see `filePart`
   * and `readWholeFile`).
   */
  filePiece(digest: string, number: number): Promise<Uint8Array | null>
}

export interface PollReader {
  /** Returns the tally of the poll with the given UID. The duration does not depend on the number of votes. */
  tally(poll: string): Promise<Tally>
  hasVoted(poll: string, voter: Voter): Promise<boolean>
  /** Returns all votes and voters of a poll, for an export. */
  ballots(poll: string): Promise<Ballots>
}

/** Reads the change feed without a permission check. The duration does not depend on the size of the feed. */
export interface EventReader {
  events(query: EventQuery): Promise<readonly MarkedEvent[]>
  feedState(): Promise<FeedState>
  /** Returns all subscriptions, sorted by name. */
  subscriptions(): Promise<readonly Subscription[]>
}

/** Reads a single snapshot. The methods may be called only while the `task` of `ContentStore.read` runs. */
export interface ContentReader extends ObjectReader, CatalogReader, HistoryReader, FileReader, PollReader, EventReader {
  /** Returns information about the store for administrators. */
  facts(): Promise<StoreFacts>
}

export interface OpenResult {
  /**
   * The objects from the site root to the requested object, or to its last existing container. The list is empty before
   * the site is created.
   */
  readonly lineage: Lineage
  readonly exists: boolean
  /**
   * The redirect target of an alias for this path or for one of its containers: a path that includes the rest of the
   * requested path, or an external URL (only if the alias matches the complete path). The value is null if the object
   * exists or no alias matches.
   */
  readonly movedTo: string | null
  /**
   * A string that changes with every commit and every recorded invalidation, and that is part of ETags. Equal stamps
   * mean equal content, even if a copy of the store was changed independently.
   */
  readonly stamp: string
  /** The number of recorded invalidations, which can decrease when a backup is restored. */
  readonly invalidations: number
}

export interface SearchResult {
  /** The total number of hits, regardless of `start` and `size`. */
  readonly total: number
  readonly items: readonly SearchHit[]
}

export interface Neighbours {
  /** The greatest value that is less than or equal to the number, or null if there is no such value. */
  readonly before: number | null
  /** The smallest value that is greater than the number, or null if there is no such value. */
  readonly after: number | null
}

export interface ScanResult {
  /** The total number of hits, regardless of `start` and `size`. */
  readonly total: number
  readonly chunks: AsyncIterable<readonly SearchHit[]>
}

export interface StoreFacts {
  /** The product name and version of the store, such as `SQLite 3.45.1`. */
  readonly kind: string
  /** The size on disk in bytes without the write-ahead log, or null for an in-memory store. */
  readonly bytes: number | null
  /** The current time on the store's machine, or null if the store runs on this machine. */
  readonly clock: number | null
}
