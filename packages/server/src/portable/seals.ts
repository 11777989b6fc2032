import { createHash, type Hash } from 'node:crypto'
import type { PartCounts } from '@plenum/core/ports'

export function createSeals() {
  const totalHash = createHash('sha256')
  let [kindHash, count, total]: [Hash, number, number] = [createHash('sha256'), 0, 0]
  return {
    part: (line: string | Uint8Array): void => {
      totalHash.update(line)
      kindHash.update(line)
      count += 1
    },
    other: (line: string | Uint8Array): void => void totalHash.update(line),
    close: (end: string): Seal => {
      const seal = { end, count, sha256: kindHash.digest('hex') }
      total += count
      kindHash = createHash('sha256')
      count = 0
      return seal
    },
    /** Returns the seal of the whole backup. */
    closeAll: (): Seal => ({ end: 'all', count: total, sha256: totalHash.digest('hex') }),
  }
}

/** The first line of a backup (docs/backup-format.md, Format of the file). */
export interface Header {
  readonly format: 'plenum-site'
  readonly version: number
  /** The time of the backup, in UTC. */
  readonly made: string
  /** The version of the program that wrote the backup. */
  readonly program: string
  readonly counts: PartCounts
}

/** The format version that is written. Increment it for changes that an older reader would not understand. */
export const formatVersion = 3

export interface Seal {
  readonly end: string
  readonly count: number
  /**
   * The hexadecimal SHA-256 digest of the lines of this kind or, for `all`, of all previous lines, including line
   * breaks.
   */
  readonly sha256: string
}
