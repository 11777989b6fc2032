import { createHash } from 'node:crypto'
import type { StorableValue } from '../shared/sql.js'

/**
 * Converts an index value to a string that sorts as in SQLite, where numbers precede strings: `1.5` -> `nbff8…`,
 * `river` -> `triver`.
 */
export const storedValue = (value: StorableValue): string =>
  typeof value === 'number' ? storedNumber(value) : `${textStart}${truncate(value)}`

const [numberStart, textStart] = ['n', 't']

/**
 * Converts a number to a hexadecimal string of its bits. Some bits are inverted, so that the strings sort by bytes in
 * the order of the numbers.
 */
function storedNumber(value: number): string {
  const bits = Buffer.alloc(8)
  bits.writeDoubleBE(value === 0 ? 0 : value)
  const isNegative = (bits[0] ?? 0) >= 0x80
  for (const [i, byte] of bits.entries()) bits[i] = isNegative ? ~byte : i === 0 ? byte | 0x80 : byte
  return numberStart + bits.toString('hex')
}

export function numberOf(stored: string): number {
  const bits = Buffer.from(stored.slice(numberStart.length), 'hex')
  const wasNegative = (bits[0] ?? 0) < 0x80
  for (const [i, byte] of bits.entries()) bits[i] = wasNegative ? ~byte : i === 0 ? byte & 0x7f : byte
  return bits.readDoubleBE()
}

/** The maximum size of an indexed string, in bytes. PostgreSQL limits index rows to 2,704 bytes. */
const maxBytes = 1500

function truncate(text: string): string {
  if (text.length * 3 <= maxBytes || Buffer.byteLength(text) <= maxBytes) return text
  const cut = [...text.slice(0, maxBytes / 3)].join('').replace(/\p{Cs}/gu, '')
  return `${cut}\u0001${createHash('sha256').update(text).digest('base64url')}`
}
