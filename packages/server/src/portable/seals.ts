import { createHash, type Hash } from 'node:crypto'
import type { Seal } from './format.js'

/** Counts and digests of the lines of one kind, and of the whole backup. */
export interface Seals {
  /** Adds a line of a part, including its line end. */
  part(line: string | Uint8Array): void
  /** Adds any other line. */
  other(line: string | Uint8Array): void
  /** The seal of a kind; the next kind begins. */
  close(kind: string): Seal
  /** The seal of the whole backup. */
  closeAll(): Seal
}

export function createSeals(): Seals {
  const totalHash = createHash('sha256')
  let [kindHash, count, total]: [Hash, number, number] = [createHash('sha256'), 0, 0]
  return {
    part: line => {
      totalHash.update(line)
      kindHash.update(line)
      count += 1
    },
    other: line => void totalHash.update(line),
    close: end => {
      const seal = { end, count, sha256: kindHash.digest('hex') }
      total += count
      kindHash = createHash('sha256')
      count = 0
      return seal
    },
    closeAll: () => ({ end: 'all', count: total, sha256: totalHash.digest('hex') }),
  }
}
