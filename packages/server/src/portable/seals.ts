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
    /** Returns the seal of the entire backup, which confirms that the backup is complete. */
    closeAll: (): Seal => ({ end: 'all', count: total, sha256: totalHash.digest('hex') }),
  }
}

export interface Header {
  readonly format: 'plenum-site'
  readonly version: number
  readonly made: string
  /** The version of the program that wrote the backup. */
  readonly program: string
  readonly counts: PartCounts
}

/**
 * The version of the format that is written. Increment it when you make a change that earlier programs would not
 * understand.
 */
export const formatVersion = 3

export interface Seal {
  readonly end: string
  readonly count: number
  /**
   * The SHA-256 digest, in hexadecimal, of lines including their line breaks: of all lines of one kind or, if the kind
   * is `all`, of all previous lines.
   */
  readonly sha256: string
}
