import { DomainError, type FileAnswer, type FilePart, type InputOf, message } from '@plenum/core'
import type { Request } from 'express'
import { isForAll } from './caching.js'
import { namesTag } from './entityTags.js'
import type { Reply } from './reply.js'
import type { ApiRequest } from './request.js'

/** Image types that a browser can display without running code in them. */
const harmless = new Set([
  'image/png',
  'image/jpeg',
  'image/gif',
  'image/webp',
  'image/avif',
  'image/bmp',
  'image/x-icon',
])

type Asked = Pick<InputOf<'getFile'>, 'isUnmodified' | 'part'>

export const namedFile = (request: ApiRequest): InputOf<'getFile'> => ({
  ...askedOf(request),
  field: request.rest[0] ?? '',
})

/** `image`, `image/preview` and `image-400-<digest>.png` (docs/content-and-access.md, Files and images). */
export const namedImage = (request: ApiRequest): InputOf<'getImage'> => ({
  ...askedOf(request),
  name: request.rest[0] ?? '',
  scale: request.rest[1] ?? null,
})

/** The preconditions of a file request (`If-None-Match`) and its range (`Range`, `If-Range`). */
function askedOf({ exchange: { req } }: ApiRequest): Asked {
  const known = req.get('if-none-match')
  const unless = req.get('if-range')
  return {
    isUnmodified: tag => namesTag(known, tag),
    part: (size, tag) =>
      req.method === 'GET' && (unless === undefined || unless === `"${tag}"`) ? range(req, size) : null,
  }
}

/**
 * A single range; several ranges, a malformed header and an empty file are answered with the whole file (RFC 9110,
 * 14.2). Throws `bad-range` if the file has none of these bytes.
 */
function range(req: Request, size: number): FilePart | null {
  const ranges = req.range(size)
  if (size > 0 && ranges === nothingThere && /^bytes=/i.test(req.get('range') ?? ''))
    throw new DomainError('bad-range', message('file.beyond', { size }), { size })
  if (typeof ranges !== 'object' || ranges.type !== 'bytes' || ranges.length !== 1) return null
  const [one] = ranges
  return one ? { start: one.start, length: one.end - one.start + 1 } : null
}

/** The result of `Request.range` for an unsatisfiable range. */
const nothingThere = -1

/** One year, the conventional maximum. */
const lasting = 'max-age=31536000, immutable'

/**
 * The bytes of a file, or 304. Uploaded content never runs as a page of this site: it is sandboxed, or downloaded.
 */
export function fileReply(file: FileAnswer, { view, exchange, caller }: ApiRequest): Reply {
  const { pieces, size, part, filename, contentType, etag: tag, isImmutable: isLasting } = file
  const disposition = view !== '@@download' && harmless.has(contentType) ? 'inline' : 'attachment'
  const headers = {
    'Content-Disposition': `${disposition}; filename*=UTF-8''${encodeFilename(filename)}`,
    'Content-Security-Policy': "default-src 'none'; sandbox",
    'Accept-Ranges': 'bytes',
    ETag: `"${tag}"`,
    ...(isLasting ? { 'Cache-Control': `${isForAll(exchange, caller) ? 'public' : 'private'}, ${lasting}` } : {}),
  }
  if (pieces === null) return { kind: 'empty', status: 304, headers }
  const sent = { kind: 'bytes', pieces, size: part?.length ?? size } as const
  if (!part) return { ...sent, status: 200, headers: { ...headers, 'Content-Type': contentType } }
  const range = `bytes ${part.start}-${part.start + part.length - 1}/${size}`
  return { ...sent, status: 206, headers: { ...headers, 'Content-Type': contentType, 'Content-Range': range } }
}

/** RFC 8187 reserves more characters than `encodeURIComponent` escapes. */
function encodeFilename(filename: string): string {
  return encodeURIComponent(filename).replace(/['()*]/g, mark => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`)
}
