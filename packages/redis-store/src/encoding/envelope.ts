import { hash, timingSafeEqual } from 'node:crypto'
import { crc32, deflateRawSync, inflateRawSync } from 'node:zlib'
import { bufferOf } from './bufferOf.js'

/**
 * The content of an envelope (docs/caching.md, Envelopes). An envelope binds a value to a key and a token, and protects
 * its integrity.
 */
export interface Sealed {
  /** The 16 bytes of the invalidation token that was read before the value was computed. */
  readonly token: Uint8Array
  readonly payload: Uint8Array
}

export interface EnvelopeOptions {
  /**
   * The key for signing envelopes with HMAC. Envelopes that were not signed with this key are rejected before they are
   * decoded.
   */
  readonly secret?: string | undefined
  /**
   * The minimum size, in bytes, at which payloads are compressed. If the value is undefined, payloads are never
   * compressed.
   */
  readonly compressFrom?: number | undefined
  /** The maximum size of a decompressed payload, in bytes. */
  readonly maxUnpacked: number
}

export type Envelope = ReturnType<typeof envelope>

/**
 * The version of the envelope. It is part of the cache keys, so that programs that use different versions do not
 * overwrite one another's values.
 */
export const envelopeVersion = 1

const opening = Buffer.from([0x50, 0x6d, envelopeVersion])
const [plain, packed] = [0, 1] as const
const tokenLength = 16
const headLength = opening.length + 1 + tokenLength

export function envelope({ secret, compressFrom = Number.POSITIVE_INFINITY, maxUnpacked }: EnvelopeOptions) {
  const [sumOf, sumLength] = secret === undefined ? [checksum, 4] : [hmacBy(secret), 32]
  const sumEnd = headLength + sumLength
  const verified = secret === undefined ? null : verifiedBytes()
  return {
    /** The number of bytes that an envelope adds to its payload. */
    overhead: sumEnd,
    seal: (key: string, { token, payload }: Sealed): Buffer => {
      // Payloads larger than `maxUnpacked` are not compressed, because they could not be opened again.
      const isPacked = payload.length >= compressFrom && payload.length <= maxUnpacked
      const body = isPacked ? deflateRawSync(payload, { level: 1 }) : payload
      const head = Buffer.concat([opening, Buffer.from([isPacked ? packed : plain]), token])
      return Buffer.concat([head, sumOf(key, head, body), body])
    },
    /**
     * Opens an envelope. The result shares memory with the received bytes, unless the payload was compressed. Returns
     * null if the bytes are corrupt or were not sealed for this key.
     */
    open: (key: string, received: Uint8Array) => {
      const bytes = bufferOf(received)
      const flags = bytes[opening.length]
      if (bytes.length < sumEnd || !isOpening(bytes) || (flags !== plain && flags !== packed)) return null
      const body = bytes.subarray(sumEnd)
      if (!verified?.has(key, bytes)) {
        const sum = sumOf(key, bytes.subarray(0, headLength), body)
        if (!timingSafeEqual(bytes.subarray(headLength, sumEnd), sum)) return null
        verified?.add(key, bytes)
      }
      const payload = flags === packed ? unpack(body, maxUnpacked) : body
      return payload && { token: bytes.subarray(opening.length + 1, headLength), payload }
    },
  }
}

/** The maximum number of envelopes whose checksums are cached, and the maximum size of such an envelope, in bytes. */
const [maxVerified, maxVerifiedLength] = [1000, 2000]

/**
 * Creates a cache of small envelopes whose checksums were correct. Comparing an envelope with the cached bytes takes a
 * fifth of the time of an HMAC, and is equally strict.
 */
function verifiedBytes() {
  const bytesByKey = new Map<string, Buffer>()
  return {
    has: (key: string, bytes: Buffer): boolean => bytesByKey.get(key)?.equals(bytes) ?? false,
    add: (key: string, bytes: Buffer): void => {
      if (bytes.length > maxVerifiedLength) return
      if (bytesByKey.size >= maxVerified) bytesByKey.clear()
      // The bytes are copied, because the received bytes share memory with the entire reply.
      bytesByKey.set(key, Buffer.from(bytes))
    },
  }
}

const isOpening = (bytes: Buffer): boolean =>
  bytes[0] === opening[0] && bytes[1] === opening[1] && bytes[2] === opening[2]

function unpack(body: Buffer, maxUnpacked: number): Buffer | null {
  try {
    return inflateRawSync(body, { maxOutputLength: maxUnpacked })
  } catch {
    return null
  }
}

type Sum = (key: string, head: Buffer, body: Uint8Array) => Buffer

const checksum: Sum = (key, head, body) => {
  const sum = Buffer.alloc(4)
  sum.writeUInt32BE(crc32(body, crc32(head, crc32(key))))
  return sum
}

const [blockLength, digestLength] = [64, 32] as const
/** The size, in bytes, of the buffer that is reused for hashing. Larger inputs get a separate buffer. */
const reusedLength = 64 * 1024

/**
 * Creates a function that computes the HMAC with SHA-256 (RFC 2104) with two calls of `hash`. For a small value,
 * creating an Hmac object or new buffers would take longer than hashing.
 */
function hmacBy(secret: string): Sum {
  const bytes = Buffer.from(secret)
  const key = Buffer.alloc(blockLength)
  ;(bytes.length > blockLength ? hash('sha256', bytes, 'buffer') : bytes).copy(key)
  const reused = Buffer.alloc(reusedLength)
  const outer = Buffer.alloc(blockLength + digestLength)
  const sum = Buffer.alloc(digestLength)
  for (const [i, byte] of key.entries()) {
    reused[i] = byte ^ 0x36
    outer[i] = byte ^ 0x5c
  }
  return (name, head, body) => {
    const opened = blockLength + Buffer.byteLength(name) + 1
    const length = opened + head.length + body.length
    const input = length <= reusedLength ? reused.subarray(0, length) : Buffer.alloc(length)
    if (length > reusedLength) reused.copy(input, 0, 0, blockLength)
    input.write(`${name}\0`, blockLength)
    input.set(head, opened)
    input.set(body, opened + head.length)
    outer.write(hash('sha256', input, 'binary'), blockLength, 'latin1')
    sum.write(hash('sha256', outer, 'binary'), 'latin1')
    return sum
  }
}
