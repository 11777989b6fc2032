import type { PartCounts } from '@plenum/core/ports'

/** The first line of a backup (docs/backup-format.md, The form). */
export interface Header {
  readonly format: 'plenum-site'
  readonly version: number
  /** The time of the backup, in UTC. */
  readonly made: string
  /** The version of the program that wrote it. */
  readonly program: string
  /** The number of parts of each kind. */
  readonly counts: PartCounts
}

/** The version that is written. A change that an older reader would not understand increments it. */
export const formatVersion = 1

/** A line that closes the parts of a kind, or the whole backup. */
export interface Seal {
  /** The kind, or `all`. */
  readonly end: string
  /** The number of parts. */
  readonly count: number
  /** SHA-256 in hexadecimal of these lines, or of all lines before this one, including line ends. */
  readonly sha256: string
}
