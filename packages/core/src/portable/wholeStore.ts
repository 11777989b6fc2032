import type { ContentNode, WorkflowRecord } from '../content/node/node.js'
import type { Alias, NewAlias } from '../content/store/aliases.js'
import type { Tally, Voter } from '../content/store/ballots.js'
import type { CatalogEntry } from '../content/store/catalog.js'
import type { Change, Commit } from '../content/store/change.js'
import type { ContentReader } from '../content/store/contentReader.js'
import type { Lock } from '../content/store/locks.js'
import type { StoredVersion } from '../content/store/versions.js'
import type { TimeSlice } from '../foundation/scheduler.js'
import type { QueuedMail } from '../mails/mail.js'
import type { EndedLogins, Group, Portrait, User } from '../people/userDirectory.js'
import type { Webhook } from '../webhooks/webhook.js'

/** The port for access to all data of a site (content, votes, users and groups), for backups and imports. */
export interface WholeStore {
  /** Calls `task` with a snapshot of all data, without blocking writers. */
  read<T>(task: (reader: WholeReader) => Promise<T>): Promise<T>
  /**
   * Atomically writes parts without changing them. The parts must be in the order of `partKinds`. Writes nothing if
   * `parts` throws. Throws a DomainError `conflict` if the store is not empty, and `bad-request` if a part precedes the
   * object or user to which it belongs.
   */
  fill(parts: AsyncIterable<FillingPart>, slice?: TimeSlice): Promise<void>
  /**
   * Rewrites catalog entries and the data derived from them, even if the entries are unchanged. If `node` or `versions`
   * is given, also replaces the fields of the object or of these versions. Revisions, times and histories do not
   * change. Objects whose revision has changed are skipped.
   */
  rewrite(objects: readonly RewrittenObject[], slice?: TimeSlice): Promise<void>
  /**
   * Writes changes sequentially in one transaction. Each change sees the effects of the earlier changes. If a change is
   * refused or `changes` throws, the transaction is rolled back.
   */
  write(changes: AsyncIterable<WholeChange>, slice?: TimeSlice): Promise<Commit>
  /**
   * Erases about 1 MiB of orphaned files in one short transaction, except for the files of an unfinished import.
   * Returns true if more orphaned files may exist.
   */
  eraseFiles(): Promise<boolean>
  /**
   * Erases all orphaned files in many short transactions, and returns the number of files. Also erases the files of a
   * running import, which then fails.
   */
  sweepFiles(slice?: TimeSlice): Promise<number>
}

/** A content change, and other data that is written after the content. */
export interface WholeChange extends Change {
  /** The histories to store unchanged. Each history replaces all records and versions of its object. */
  readonly histories?: readonly StoredHistory[]
  /** The aliases to store, which replace existing aliases at the same paths. Their target objects must exist. */
  readonly oldAddresses?: readonly StoredAlias[]
  /**
   * The file pieces to store. The pieces of a file must be consecutive and in one transaction. Existing pieces are
   * skipped.
   */
  readonly pieces?: readonly FilePiece[]
  /** The new users. Existing users with the same ids remain unchanged. */
  readonly newUsers?: readonly User[]
  /** The groups to create or replace. */
  readonly groups?: readonly Group[]
}

export interface StoredHistory {
  readonly uid: string
  readonly records: readonly WorkflowRecord[]
  readonly versions: readonly StoredVersion[]
}

/** An object, and the catalog entry that it should have. */
export interface ExpectedEntry {
  readonly uid: string
  readonly revision: number
  readonly entry: CatalogEntry
}

/** An object whose stored form changes, although its meaning remains the same. */
export interface RewrittenObject extends Pick<ExpectedEntry, 'uid' | 'revision'> {
  /** The new catalog entry. The property is absent if the entry is unchanged. */
  readonly entry?: CatalogEntry
  /**
   * The object with new fields, which must refer to the same files as before. The property is absent if the fields are
   * unchanged.
   */
  readonly node?: ContentNode
  /** The versions with new fields. All other versions remain unchanged. */
  readonly versions?: readonly Pick<StoredVersion, 'number' | 'node'>[]
}

export interface FileTotal {
  readonly files: number
  readonly bytes: number
}

export interface StoreDefect {
  /** The name of the affected data, such as a table name. */
  readonly what: string
  /** The number of affected rows. */
  readonly rows: number
  /** Whether `WholeStore.rewrite` repairs the defect. */
  readonly isRepairable: boolean
}

/**
 * Reads a single snapshot. Use this reader only while the `task` of `WholeStore.read` runs. The reader loads only a few
 * parts at a time, so it can also read large sites.
 */
export interface WholeReader {
  readonly content: ContentReader
  counts(): Promise<PartCounts>
  /**
   * Yields all parts of a kind in batches. Objects are sorted by the code points of their paths, so that containers
   * precede their items. The records and versions of an object are in chronological order.
   */
  parts<K extends PartKind>(kind: K): AsyncIterable<readonly Parts[K][]>
  /**
   * Returns the UIDs of objects whose stored catalog entry differs from the expected entry in data that searches use.
   */
  otherEntries(expected: readonly Pick<ExpectedEntry, 'uid' | 'entry'>[]): Promise<readonly string[]>
  /** Returns the number and the total size of the orphaned files. `parts` does not yield these files. */
  unreferencedFiles(): Promise<FileTotal>
  /** Finds orphaned rows and incorrect counters. */
  faults(): Promise<readonly StoreDefect[]>
}

export interface FillingObject extends StoredObject {
  readonly entry: CatalogEntry
}

export type FillingPart =
  | PartOf<Exclude<PartKind, 'object'>>
  | { readonly kind: 'object'; readonly part: FillingObject }

/** Yields the parts of all `kinds`, in the order of the kinds. */
export async function* allParts(reader: WholeReader, kinds: readonly PartKind[]): AsyncGenerator<Part> {
  for (const kind of kinds)
    for await (const batch of reader.parts(kind)) for (const part of batch) yield { kind, part } as Part
}

/** A piece of a file. Each piece is 1 MiB long, except the last one. An empty file consists of one empty piece. */
export interface FilePiece {
  readonly digest: string
  /** The zero-based number of the piece. */
  readonly number: number
  readonly bytes: Uint8Array
}

/** An object, and the values that the store adds to it. */
export interface StoredObject {
  /** The sequence number of the object. Sequence numbers begin at 1 and increase in order of creation. */
  readonly order: number
  readonly position: number
  readonly node: ContentNode
  readonly lock: Lock | null
}

export interface StoredAlias extends Omit<Alias, 'target'>, Pick<NewAlias, 'target'> {}

/** The kinds of data that a site stores. None of them discloses the choices of voters. */
export interface Parts {
  readonly file: FilePiece
  readonly object: StoredObject
  readonly record: { readonly uid: string; readonly record: WorkflowRecord }
  readonly version: { readonly uid: string; readonly version: StoredVersion }
  readonly alias: StoredAlias
  /** The tally of a poll that has received at least one vote. */
  readonly votes: { readonly poll: string; readonly tally: Tally }
  /** A voter. The order of voters discloses neither when nor how they voted. */
  readonly voter: { readonly poll: string; readonly voter: Voter }
  readonly user: { readonly user: User; readonly endedLogins: EndedLogins }
  readonly portrait: { readonly user: string; readonly portrait: Portrait }
  readonly group: Group
  /** The id of a deleted user. */
  readonly formerUser: { readonly id: string }
  /** A webhook without its deliveries. */
  readonly webhook: Webhook
  /** An email in the outbox. Emails are sorted by creation time. */
  readonly mail: QueuedMail
}

export type PartKind = keyof Parts

/** The order of the kinds in a backup. Objects precede their records, and users precede their portraits. */
export const partKinds: readonly PartKind[] = [
  'file',
  'object',
  'record',
  'version',
  'alias',
  'votes',
  'voter',
  'user',
  'portrait',
  'group',
  'formerUser',
  'webhook',
  'mail',
]

export type PartOf<K extends PartKind> = {
  readonly [Kind in K]: { readonly kind: Kind; readonly part: Parts[Kind] }
}[K]

export type Part = PartOf<PartKind>

export type PartCounts = Readonly<Record<PartKind, number>>
