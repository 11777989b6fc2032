import { scryptSync } from 'node:crypto'
import type { KeyParameters } from './hashes.js'

export function answer({ password, salt, length, N, r, p }: KeyParameters): Uint8Array {
  return scryptSync(password, salt, length, { N, r, p, maxmem: 256 * N * r })
}
