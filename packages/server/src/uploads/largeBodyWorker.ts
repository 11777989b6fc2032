import type { LargeBody } from '@plenum/express-adapter'
import { move, transferableSymbol, valueSymbol } from 'piscina'
import type { LargeBodyRequest } from './openLargeBodies.js'
import { parseLargeBody } from './parseLargeBody.js'

/** Parses a large body. The bytes of its files are transferred to the other thread instead of being copied. */
export function answer({ bytes, limits }: LargeBodyRequest): unknown {
  const value = parseLargeBody(bytes, limits)
  return move({ [transferableSymbol]: buffersOf(value), [valueSymbol]: value })
}

const buffersOf = (body: LargeBody): readonly ArrayBuffer[] =>
  'uploads' in body ? [...body.uploads.values()].flatMap(({ bytes }) => ownMemory(bytes)) : []

/** The buffer of `bytes` if the buffer contains nothing else and can therefore be transferred. */
const ownMemory = ({ buffer, byteLength }: Uint8Array): ArrayBuffer[] =>
  buffer instanceof ArrayBuffer && buffer.byteLength === byteLength ? [buffer] : []
