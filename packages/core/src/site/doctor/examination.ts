import type { TimeSlice } from '../../foundation/scheduler.js'
import type { WholeReader } from '../../portable/wholeStore.js'
import type { Environment } from '../run/environment.js'

/** Computes the digest of a file from its pieces, like `createHash` of Node. */
export interface FileDigest {
  update(bytes: Uint8Array): unknown
  digest(): Uint8Array
}

/** One snapshot of all stored data, to be examined. */
export interface Examination {
  /** The environment with the model that the site root selected. */
  readonly environment: Environment
  readonly whole: WholeReader
  readonly slice: TimeSlice
  readonly newDigest: () => FileDigest
}
