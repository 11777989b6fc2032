import { scryptSync } from 'node:crypto'
import type { KeyParameters } from './hashes.js'

export const answer = ({ password, salt, length, N, r, p }: KeyParameters): Uint8Array =>
  scryptSync(password, salt, length, { N, r, p, maxmem: 256 * N * r })
