import type { ReadUpload } from '@plenum/core'

/** The maximum size of a body, in bytes, not counting the files in it (docs/http-answers.md, Bodies). */
export const maxBytes = 1024 * 1024

/** The default value of `FileOptions.maxUpload`, in bytes. */
export const defaultUpload = 25 * 1024 * 1024

export interface FileOptions {
  /** The maximum size of a request with a file, in bytes. The default is 25 MiB. */
  readonly maxUpload?: number
  /**
   * Reads the properties of a file larger than 1 MiB in another thread. If omitted, the event loop thread reads the
   * properties.
   */
  readLargeFile?(bytes: Uint8Array): Promise<ReadUpload>
}
