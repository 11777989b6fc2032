import type { ReadUpload } from '@plenum/core'

/** A body that was parsed outside of the event loop. */
export type LargeBody =
  | {
      /** With a text of its own in place of the data of each file. */
      readonly body: unknown
      /** The files, by these texts. */
      readonly uploads: ReadonlyMap<string, ReadUpload>
    }
  | { readonly refused: 'malformed' | 'too-deep' | 'too-large' }

export interface LargeBodyLimits {
  /** Levels of objects and lists. */
  readonly levels: number
  /** Bytes beside the data of files. */
  readonly others: number
}
