import { createHmac, timingSafeEqual } from 'node:crypto'
import { crc32, deflateRawSync, inflateRawSync } from 'node:zlib'

/** What surrounds a value in the store (memoize sheet, 4.4): who it is for, when it counts, and that it is whole. */
export interface Sealed {
  /** 16 bytes: the invalidation token that was seen before the value was computed. */
  readonly token: Uint8Array
  readonly payload: Uint8Array
}

export interface EnvelopeOptions {
  /** With it, bytes that others wrote are told from ours before anything reads them. */
  readonly secret?: string | undefined
  /** Bytes from which a payload is compressed; never when it is left out. */
  readonly compressFrom?: number | undefined
  /** Bytes that a payload may have once it is unpacked. */
  readonly mostUnpacked: number
}

export interface Envelope {
  /** Bytes that every envelope adds to its payload. */
  readonly overhead: number
  seal(key: string, sealed: Sealed): Buffer
  /** Null where the bytes are none of ours for this key, or not whole. */
  open(key: string, bytes: Uint8Array): Sealed | null
}

/** Part of the keys of values, so that programs with other envelopes do not overwrite each other's for ever. */
export const envelopeVersion = 1

/** The first bytes of every envelope. */
const opening = Buffer.from([0x50, 0x6d, envelopeVersion])
const [plain, packed] = [0, 1] as const
const tokenLength = 16

export function envelope({ secret, compressFrom = Number.POSITIVE_INFINITY, mostUnpacked }: EnvelopeOptions): Envelope {
  const digest = secret === undefined ? checksum : keyedBy(secret)
  const headLength = opening.length + 1 + tokenLength
  const sumLength = secret === undefined ? 4 : 32
  return {
    overhead: headLength + sumLength,
    seal: (key, { token, payload }) => {
      const isPacked = payload.length >= compressFrom
      const body = isPacked ? deflateRawSync(payload, { level: 1 }) : payload
      const head = Buffer.concat([opening, Buffer.from([isPacked ? packed : plain]), token])
      return Buffer.concat([head, digest(key, head, body), body])
    },
    open: (key, given) => {
      const bytes = Buffer.from(given.buffer, given.byteOffset, given.byteLength)
      const head = bytes.subarray(0, headLength)
      const sum = bytes.subarray(headLength, headLength + sumLength)
      const body = bytes.subarray(headLength + sumLength)
      const flags = head[opening.length]
      const isOurs = sum.length === sumLength && head.subarray(0, opening.length).equals(opening)
      if (!isOurs || (flags !== plain && flags !== packed)) return null
      if (!timingSafeEqual(sum, digest(key, head, body))) return null
      const payload = flags === packed ? unpack(body, mostUnpacked) : body
      return payload && { token: head.subarray(opening.length + 1), payload }
    },
  }
}

/** Null where the bytes are not packed, or unpack to more than there may be. */
function unpack(body: Buffer, mostUnpacked: number): Buffer | null {
  try {
    return inflateRawSync(body, { maxOutputLength: mostUnpacked })
  } catch {
    return null
  }
}

type Digest = (key: string, head: Buffer, body: Uint8Array) => Buffer

const checksum: Digest = (key, head, body) => {
  const sum = Buffer.alloc(4)
  sum.writeUInt32BE(crc32(body, crc32(head, crc32(key))))
  return sum
}

function keyedBy(secret: string): Digest {
  return (key, head, body) => createHmac('sha256', secret).update(key).update('\0').update(head).update(body).digest()
}
