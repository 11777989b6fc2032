import type { WorkflowRecord } from '../content/node/node.js'
import type { CatalogEntry } from '../content/store/catalog.js'
import type { Change, Commit, ContentReader } from '../content/store/contentStore.js'
import type { StoredVersion } from '../content/store/versions.js'
import type { Turn } from '../foundation/turns.js'
import type { Group } from '../people/groups.js'
import type { User } from '../people/userDirectory.js'
import type { FilePiece, KeptAlias, KeptObject, Part, PartCounts, PartKind, PartOf, Parts } from './parts.js'

/** The port to all that is kept of a site at once: content, votes, users and groups; for copies of it. */
export interface WholeStore {
  /** Calls `work` with all of it as it is at one moment. Others go on writing meanwhile. */
  read<T>(work: (whole: WholeReader) => Promise<T>): Promise<T>
  /**
   * Writes parts exactly as they are, in the order of `partKinds`, all or nothing: also when `parts` throws. Throws a
   * DomainError: `conflict` when anything is kept there already, `bad-request` for a part of an object or user that did
   * not come before it.
   */
  fill(parts: AsyncIterable<FillingPart>, turn?: Turn): Promise<void>
  /**
   * Writes catalog entries anew, whatever the store believes to have, and all else that it can make of them. Objects that
   * have another revision by now are left as they are.
   */
  rewrite(entries: readonly ExpectedEntry[], turn?: Turn): Promise<void>
  /**
   * Writes changes one after the other in one transaction, all or none, also when `changes` throws. Each sees what those
   * before it have written. When one is refused, no further one is taken, and nothing is kept.
   */
  write(changes: AsyncIterable<WholeChange>, turn?: Turn): Promise<Commit>
  /**
   * Erases some bytes of files to which nothing refers any more, about 1 MiB, in one short transaction. True when there
   * may be more. What only an unfinished import has stored stays.
   */
  eraseFiles(): Promise<boolean>
  /**
   * Erases all files to which no object and no version refers, in many short transactions, and returns their number.
   * Those of an import that runs meanwhile are among them; it fails then.
   */
  sweepFiles(turn?: Turn): Promise<number>
}

/** A change of content with what belongs to no `Change`. What comes after content is written after it. */
export interface WholeChange extends Change {
  /** What is kept of objects from now on in place of all records and versions, exactly as it is. */
  readonly histories?: readonly KeptHistory[]
  /** Old addresses, in place of what these paths led to; their objects exist. */
  readonly oldAddresses?: readonly KeptAlias[]
  /** Those of a file follow each other in one transaction. Pieces that are kept already are passed over. */
  readonly pieces?: readonly FilePiece[]
  /** New users; those whose id is in use stay as they are. */
  readonly newUsers?: readonly User[]
  /** Groups as they are from now on, whether they were there or not. */
  readonly groups?: readonly Group[]
}

/** All records and versions of an object. */
export interface KeptHistory {
  readonly uid: string
  readonly records: readonly WorkflowRecord[]
  readonly versions: readonly StoredVersion[]
}

/** An object with the catalog entry that it should have. */
export interface ExpectedEntry {
  readonly uid: string
  readonly revision: number
  readonly entry: CatalogEntry
}

export interface FileTotal {
  readonly files: number
  readonly bytes: number
}

/** What does not fit together within a store, beside objects. */
export interface StoreDefect {
  /** Its name, such as that of a table. */
  readonly what: string
  /** How many rows. */
  readonly rows: number
  /** Whether `WholeStore.rewrite` puts it right. */
  readonly isRepairable: boolean
}

/** Reads one snapshot, only while `work` of `WholeStore.read` runs. Whatever the size, it holds few parts in memory. */
export interface WholeReader {
  /** The same snapshot, object by object. */
  readonly content: ContentReader
  counts(): Promise<PartCounts>
  /**
   * All parts of a kind, in batches. Objects are sorted by path, by its code points, so that containers come before their
   * content; records and versions of an object are in the order of writing.
   */
  parts<K extends PartKind>(kind: K): AsyncIterable<readonly Parts[K][]>
  /** The UIDs of those that have another catalog entry, in all that searches look at. */
  otherEntries(expected: readonly Pick<ExpectedEntry, 'uid' | 'entry'>[]): Promise<readonly string[]>
  /** The files to which nothing refers: they are no parts. */
  unreferencedFiles(): Promise<FileTotal>
  /** Looks through the store for what belongs to nothing, and for counts that are not those of what is there. */
  faults(): Promise<readonly StoreDefect[]>
}

/** An object to write, with the catalog entry that it gets. */
export interface FillingObject extends KeptObject {
  readonly entry: CatalogEntry
}

export type FillingPart =
  | PartOf<Exclude<PartKind, 'object'>>
  | { readonly kind: 'object'; readonly part: FillingObject }

/** The parts of all kinds, one by one, in the order of a copy. */
export async function* allParts(whole: WholeReader, kinds: readonly PartKind[]): AsyncGenerator<Part> {
  for (const kind of kinds)
    for await (const batch of whole.parts(kind)) for (const part of batch) yield { kind, part } as Part
}
