import type { Turn } from '../../foundation/turns.js'
import type { WholeReader } from '../../portable/wholeStore.js'
import type { Environment } from '../run/environment.js'

/** Makes the digest of a file from its pieces, as `createHash` of Node does. */
export interface FileDigest {
  update(bytes: Uint8Array): unknown
  digest(): Uint8Array
}

/** One snapshot of all that is kept, to be examined. */
export interface Examination {
  /** With the model that the site root has chosen. */
  readonly environment: Environment
  readonly whole: WholeReader
  readonly turn: Turn
  readonly newDigest: () => FileDigest
}
