import type { PartCounts } from '@plenum/core/ports'

/** What the first line of a copy says (docs/backup-format.md, The form). */
export interface Header {
  readonly format: 'plenum-site'
  readonly version: number
  /** When the copy was made, in UTC. */
  readonly made: string
  /** The version of the program that made it. */
  readonly program: string
  /** How many parts of each kind follow. */
  readonly counts: PartCounts
}

/** The version that is written. A change that a reader of it would not understand makes the next one. */
export const formatVersion = 1

/** A line behind the parts of a kind, or as the last one behind all of them. */
export interface Seal {
  /** The kind, or `all`. */
  readonly end: string
  /** How many parts there were. */
  readonly count: number
  /** SHA-256 of these lines, or of all lines before this one, with the ends of lines; in hexadecimal digits. */
  readonly sha256: string
}
