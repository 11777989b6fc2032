import type { ReadUpload } from '@plenum/core'

/** A body that was parsed outside the event loop. */
export type LargeBody =
  | {
      /** The data of each file is replaced by a placeholder. */
      readonly body: unknown
      /** The files by placeholder. */
      readonly uploads: ReadonlyMap<string, ReadUpload>
    }
  | { readonly refused: 'malformed' | 'too-deep' | 'too-large' }

export interface LargeBodyLimits {
  /** Maximum nesting of objects and lists. */
  readonly levels: number
  /** Maximum bytes, not counting the data of files. */
  readonly others: number
}
