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

/** The port for all data of a site (content, votes, users and groups). Backups and imports use it. */
export interface WholeStore {
  /** Calls `task` with a snapshot of all data. Writers are not blocked. */
  read<T>(task: (reader: WholeReader) => Promise<T>): Promise<T>
  /**
   * Atomically writes parts in the order of `partKinds`, without changing them. Writes nothing if `parts` throws.
   * Throws a DomainError `conflict` if the store is not empty, and `bad-request` if a part precedes its object or user.
   */
  fill(parts: AsyncIterable<FillingPart>, slice?: TimeSlice): Promise<void>
  /**
   * Rewrites catalog entries and the data derived from them, even if they are unchanged. Also rewrites the fields of
   * objects and versions for which `node` or `versions` is present. Revisions, times and histories do not change.
   * Objects whose revision has changed are skipped.
   */
  rewrite(objects: readonly RewrittenObject[], slice?: TimeSlice): Promise<void>
  /**
   * Writes changes sequentially in one transaction. Each change sees the effects of earlier changes. The transaction is
   * rolled back if a change is refused or `changes` throws.
   */
  write(changes: AsyncIterable<WholeChange>, slice?: TimeSlice): Promise<Commit>
  /**
   * Erases about 1 MiB of orphaned files in one short transaction, except files of an unfinished import. Returns true
   * if more orphaned files may exist.
   */
  eraseFiles(): Promise<boolean>
  /**
   * Erases all orphaned files in many short transactions and returns their number. Also erases the files of a running
   * import, which then fails.
   */
  sweepFiles(slice?: TimeSlice): Promise<number>
}

/** A change of content and additional data that is written after the content. */
export interface WholeChange extends Change {
  /** The histories to store without changes. They replace all records and versions of their objects. */
  readonly histories?: readonly StoredHistory[]
  /** The aliases, which replace existing aliases at the same paths. Their target objects must exist. */
  readonly oldAddresses?: readonly StoredAlias[]
  /** The file pieces. The pieces of a file must be consecutive and in one transaction. Existing pieces are skipped. */
  readonly pieces?: readonly FilePiece[]
  /** The new users. Existing users with the same ids remain unchanged. */
  readonly newUsers?: readonly User[]
  /** The groups to create or replace. */
  readonly groups?: readonly Group[]
}

/** All records and versions of an object. */
export interface StoredHistory {
  readonly uid: string
  readonly records: readonly WorkflowRecord[]
  readonly versions: readonly StoredVersion[]
}

/** An object and its expected catalog entry. */
export interface ExpectedEntry {
  readonly uid: string
  readonly revision: number
  readonly entry: CatalogEntry
}

/** An object whose stored form changes although its meaning does not. */
export interface RewrittenObject extends Pick<ExpectedEntry, 'uid' | 'revision'> {
  /** The new catalog entry. Absent if the entry remains unchanged. */
  readonly entry?: CatalogEntry
  /** The object with its new fields, which must refer to the same files. Absent if the fields remain unchanged. */
  readonly node?: ContentNode
  /** The versions with new fields. Other versions remain unchanged. */
  readonly versions?: readonly Pick<StoredVersion, 'number' | 'node'>[]
}

export interface FileTotal {
  readonly files: number
  readonly bytes: number
}

/** An inconsistency in the internal data of a store. */
export interface StoreDefect {
  /** The name of the data, such as a table name. */
  readonly what: string
  /** The number of affected rows. */
  readonly rows: number
  /** Whether `WholeStore.rewrite` repairs the defect. */
  readonly isRepairable: boolean
}

/**
 * Reads one snapshot. Use this reader only while the `task` of `WholeStore.read` runs. Only a few parts are in memory
 * at a time, even for large sites.
 */
export interface WholeReader {
  /** A reader for the content of the same snapshot. */
  readonly content: ContentReader
  counts(): Promise<PartCounts>
  /**
   * Yields all parts of a kind in batches. Objects are sorted by the code points of their paths, so that containers
   * precede their items. The records and versions of an object are in the order in which they were written.
   */
  parts<K extends PartKind>(kind: K): AsyncIterable<readonly Parts[K][]>
  /** Returns the UIDs of objects whose catalog entry differs in data that searches use. */
  otherEntries(expected: readonly Pick<ExpectedEntry, 'uid' | 'entry'>[]): Promise<readonly string[]>
  /** Returns the total size of the orphaned files, which are not among the parts. */
  unreferencedFiles(): Promise<FileTotal>
  /** Finds orphaned rows and wrong counters. */
  faults(): Promise<readonly StoreDefect[]>
}

/** An object to write, and its catalog entry. */
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

/** A piece of a file. Each piece except the last is 1 MiB long. An empty file consists of one empty piece. */
export interface FilePiece {
  readonly digest: string
  /** The zero-based number of the piece. */
  readonly number: number
  readonly bytes: Uint8Array
}

/** An object and the data that stores add to it. */
export interface StoredObject {
  /** The sequence number in order of creation, from 1. */
  readonly order: number
  /** The position of the object in its container. */
  readonly position: number
  readonly node: ContentNode
  readonly lock: Lock | null
}

export interface StoredAlias extends Omit<Alias, 'target'>, Pick<NewAlias, 'target'> {}

/** The kinds of data that a site stores. No kind links a voter to the selected options. */
export interface Parts {
  readonly file: FilePiece
  readonly object: StoredObject
  /** A record in the workflow history of an object. */
  readonly record: { readonly uid: string; readonly record: WorkflowRecord }
  readonly version: { readonly uid: string; readonly version: StoredVersion }
  readonly alias: StoredAlias
  /** The tally of a poll that has received at least one vote. */
  readonly votes: { readonly poll: string; readonly tally: Tally }
  /** A voter. The order of voters does not disclose when or how they voted. */
  readonly voter: { readonly poll: string; readonly voter: Voter }
  readonly user: { readonly user: User; readonly endedLogins: EndedLogins }
  readonly portrait: { readonly user: string; readonly portrait: Portrait }
  readonly group: Group
  /** The id of a deleted user. */
  readonly formerUser: { readonly id: string }
  /** A webhook without its deliveries. */
  readonly webhook: Webhook
  /** An email in the outbox. The emails are sorted by the time of their creation. */
  readonly mail: QueuedMail
}

export type PartKind = keyof Parts

/** The order of kinds in a backup. Objects precede their records, and users precede their portraits. */
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

/** The number of parts of each kind. */
export type PartCounts = Readonly<Record<PartKind, number>>
