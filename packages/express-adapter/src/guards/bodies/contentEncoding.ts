import type { IncomingMessage } from 'node:http'
import type { Transform } from 'node:stream'
import zlib from 'node:zlib'
import { createSemaphore, DomainError, message } from '@plenum/core'
import { bodyBytes } from './bodyBytes.js'

export type MakeDecoder = () => Transform

/**
 * The decoders by content encoding. Only formats with windows of 32 KiB are supported, because in formats that declare
 * the window size, clients could choose how much memory the decoder uses.
 */
const decoders: Readonly<Record<string, MakeDecoder | undefined>> = {
  gzip: () => zlib.createGunzip(),
  deflate: () => zlib.createInflate(),
}

/** The memory used by a decoder, in bytes: its window, its state and one output chunk. */
const decoderBytes = 64 * 1024

/** The permits for decoding, which all requests in the process share. */
const permits = createSemaphore({ count: 4, maxWaiting: 100 })

export const malformed = (): DomainError => new DomainError('bad-request', message('body.malformed'))

/**
 * Returns the decoder for the `Content-Encoding` of a body, or null if the body is not encoded. Throws a DomainError
 * `unsupported-media-type` for an encoding without a decoder.
 */
export function decoderOf({ headers }: Pick<IncomingMessage, 'headers'>): MakeDecoder | null {
  const encoding = (headers['content-encoding'] ?? 'identity').trim().toLowerCase()
  if (encoding === 'identity') return null
  const decoder = Object.hasOwn(decoders, encoding) ? decoders[encoding] : undefined
  if (decoder) return decoder
  throw new DomainError('unsupported-media-type', message('body.encoding', { encoding: encoding.slice(0, 100) }))
}

export interface Decoding {
  readonly make: MakeDecoder
  readonly hold: (bytes: number) => void
  /**
   * Returns undefined if `bytes` more bytes of memory are available. Otherwise, returns a promise that resolves when
   * memory may be available.
   */
  readonly waitForMemory: (bytes: number) => Promise<void> | undefined
  /**
   * The maximum size of the decoded body, in bytes. This amount of memory is reserved, because a declared size cannot
   * be trusted.
   */
  readonly maxBytes: number
  readonly check: (size: number) => void
  /** The network of the client. The decoder alternates between networks with queued bodies. */
  readonly network: string
}

/**
 * Decodes a body that has arrived completely, so that a slow client cannot occupy a decoder. Throws a DomainError
 * `bad-request` if decoding fails, `busy` if too many bodies wait, and the errors of `check` and `waitForMemory`.
 */
export async function decode(encoded: Buffer, decoding: Decoding): Promise<Buffer> {
  const { make, hold, check, maxBytes } = decoding
  hold(encoded.length + decoderBytes)
  const release = await permitWithMemory(decoding)
  hold(encoded.length + decoderBytes + maxBytes)
  const bytes = bodyBytes(null)
  const decoder = make()
  try {
    decoder.end(encoded)
    for await (const chunk of decoder) {
      bytes.add(chunk)
      check(bytes.size())
    }
    return bytes.toBuffer()
  } catch (error) {
    throw error instanceof DomainError ? error : malformed()
  } finally {
    decoder.destroy()
    hold(bytes.memory())
    release()
  }
}

/**
 * Acquires a permit when memory is available. The permit is released while memory is insufficient, because the body
 * that frees the memory may itself need a decoder.
 */
async function permitWithMemory({
  waitForMemory,
  maxBytes,
  network,
}: Pick<Decoding, 'waitForMemory' | 'maxBytes' | 'network'>): Promise<() => void> {
  for (;;) {
    const release = await permits.wait(network).permit
    const waiting = waitForMemory(maxBytes)
    if (!waiting) return release
    release()
    await waiting
  }
}
