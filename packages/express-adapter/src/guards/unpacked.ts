import type { IncomingMessage } from 'node:http'
import type { Readable, Transform } from 'node:stream'
import zlib from 'node:zlib'
import { DomainError, message } from '@plenum/core'

const unpackers: Readonly<Record<string, (() => Transform) | undefined>> = {
  gzip: () => zlib.createGunzip(),
  deflate: () => zlib.createInflate(),
  br: () => zlib.createBrotliDecompress(),
}

export const malformed = (): DomainError => new DomainError('bad-request', message('body.malformed'))

/** The body as it was before it was packed for the way; packed pieces are read only as fast as unpacked ones are taken. */
export function unpacked(req: IncomingMessage): Readable {
  const encoding = (req.headers['content-encoding'] ?? 'identity').trim().toLowerCase()
  if (encoding === 'identity') return req
  const unpacker = Object.hasOwn(unpackers, encoding) ? unpackers[encoding] : undefined
  if (!unpacker) throw malformed()
  return req.pipe(unpacker())
}
