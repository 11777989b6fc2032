import { describeUpload } from '@plenum/platform'
import { move, transferableSymbol, valueSymbol } from 'piscina'
import type { LargeBodyRequest } from './openLargeBodies.js'
import { parseLargeBody } from './parseLargeBody.js'

/**
 * Parses a large body or reads the properties of a file. The bytes of files are returned to the main thread by
 * transfer, without being copied.
 */
export function answer({ bytes, limits }: LargeBodyRequest): unknown {
  if (!limits) return transferred(describeUpload(bytes), [bytes])
  const body = parseLargeBody(bytes, limits)
  return transferred(body, 'uploads' in body ? [...body.uploads.values()].map(upload => upload.bytes) : [])
}

const transferred = (value: object, files: readonly Uint8Array[]): unknown =>
  move({ [transferableSymbol]: files.flatMap(ownMemory), [valueSymbol]: value })

/**
 * Returns the buffer of `bytes` in a list if the buffer contains no other data and can therefore be transferred.
 * Otherwise, returns an empty list.
 */
const ownMemory = ({ buffer, byteLength }: Uint8Array): ArrayBuffer[] =>
  buffer instanceof ArrayBuffer && buffer.byteLength === byteLength ? [buffer] : []
