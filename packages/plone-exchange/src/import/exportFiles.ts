import type { JsonValue } from '@plenum/core'

/** The files of an export. If a file cannot be read, the methods return an `Unreadable` with the reason. */
export interface ExportFiles {
  /** The names of the folders in `content/`, which are UIDs. */
  readonly uids: readonly string[]
  /** Reads and parses the `data.json` of a folder. */
  object(uid: string): Promise<JsonValue | Unreadable>
  /** Returns the digest, the size and the image properties of the file at a path below `content/`. */
  blob(path: string): Promise<BlobFacts | Unreadable>
  /** Yields the file with the given digest in chunks. Throws an error if the file has changed. */
  bytes(digest: string): AsyncIterable<Uint8Array>
  /** The parsed files that describe all objects. If a file is missing, the value is undefined. */
  readonly sharedFiles: Readonly<Partial<Record<SharedFileName, JsonValue>>>
}

export type SharedFileName =
  | 'content/__metadata__.json'
  | 'principals.json'
  | 'relations.json'
  | 'redirects.json'
  | 'portlets.json'
  | 'translations.json'
  | 'discussions.json'
  | 'plenum.json'

export class Unreadable {
  constructor(readonly sentence: string) {}
}

export interface BlobFacts {
  /** The SHA-256 digest of the file, in hexadecimal. */
  readonly digest: string
  readonly size: number
  readonly image: { readonly width: number; readonly height: number; readonly contentType: string } | null
}
