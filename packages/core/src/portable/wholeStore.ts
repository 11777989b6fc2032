import type { CatalogEntry } from '../content/store/catalog.js'
import type { ContentReader } from '../content/store/contentStore.js'
import type { Turn } from '../foundation/turns.js'
import type { KeptObject, Part, PartCounts, PartKind, PartOf, Parts } from './parts.js'

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
}

/** An object with the catalog entry that it should have. */
export interface ExpectedEntry {
  readonly uid: string
  readonly revision: number
  readonly entry: CatalogEntry
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
