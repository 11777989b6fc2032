import type { IncomingMessage } from 'node:http'
import type { Transform } from 'node:stream'
import zlib from 'node:zlib'
import { createSemaphore, DomainError, message } from '@plenum/core'
import { bodyBytes } from './bodyBytes.js'

/** Makes a decoder of a content encoding. */
export type MakeDecoder = () => Transform

/** Both have windows of 32 KiB. A format whose streams name their own window would let the client choose our memory. */
const decoders: Readonly<Record<string, MakeDecoder | undefined>> = {
  gzip: () => zlib.createGunzip(),
  deflate: () => zlib.createInflate(),
}

/** Bytes of memory that a decoder takes: the window, its state and a chunk of its output. */
const decoderBytes = 64 * 1024

/** For the whole process. */
const places = createSemaphore({ count: 4, maxWaiting: 100 })

export const malformed = (): DomainError => new DomainError('bad-request', message('body.malformed'))

/** Null where the body is sent as it is. Throws a DomainError `unsupported-media-type` for an encoding without a decoder. */
export function decoderOf({ headers }: Pick<IncomingMessage, 'headers'>): MakeDecoder | null {
  const encoding = (headers['content-encoding'] ?? 'identity').trim().toLowerCase()
  if (encoding === 'identity') return null
  const decoder = Object.hasOwn(decoders, encoding) ? decoders[encoding] : undefined
  if (decoder) return decoder
  throw new DomainError('unsupported-media-type', message('body.encoding', { encoding: encoding.slice(0, 100) }))
}

export interface Decoding {
  readonly make: MakeDecoder
  /** Told of the memory that decoding takes. */
  readonly hold: (bytes: number) => void
  /** Undefined when there is room for so many bytes more; else a promise that resolves when there may be. */
  readonly slice: (bytes: number) => Promise<void> | undefined
  /** Bytes that the decoded body may have; room for them is reserved, as nothing can be trusted that tells its size. */
  readonly most: number
  /** Throws where the body has become too large. */
  readonly check: (size: number) => void
  /** Waiting bodies are decoded network by network. */
  readonly network: string
}

/**
 * Decodes a body that has come whole, so that no client can occupy a decoder by sending slowly. Throws DomainErrors:
 * `bad-request` when it cannot be decoded, `busy` when too many wait, and what `check` and `turn` throw.
 */
export async function decode(encoded: Buffer, decoding: Decoding): Promise<Buffer> {
  const { make, hold, check, most } = decoding
  hold(encoded.length + decoderBytes)
  const release = await placeWithRoom(decoding)
  hold(encoded.length + decoderBytes + most)
  const bytes = bodyBytes(null)
  const decoder = make()
  try {
    decoder.end(encoded)
    for await (const chunk of decoder) {
      bytes.add(chunk)
      check(bytes.size())
    }
    return bytes.whole()
  } catch (error) {
    throw error instanceof DomainError ? error : malformed()
  } finally {
    decoder.destroy()
    hold(bytes.held())
    release()
  }
}

/** A place is not occupied while room is missing: the body that makes room may need a decoder itself. */
async function placeWithRoom({
  slice,
  most,
  network,
}: Pick<Decoding, 'slice' | 'most' | 'network'>): Promise<() => void> {
  for (;;) {
    const release = await places.wait(network).permit
    const waiting = slice(most)
    if (!waiting) return release
    release()
    await waiting
  }
}
