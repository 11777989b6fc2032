import { DomainError, type FileAnswer, type FilePart, type InputOf, message } from '@plenum/core'
import type { Request } from 'express'
import type { ApiRequest } from '../exchange/apiRequest.js'
import type { Reply } from '../exchange/reply.js'
import { isAnonymousRequest } from '../headers/caching.js'
import { matchesETag } from '../headers/entityTags.js'

/** The image types that browsers display without executing code in them. */
const inlineTypes = new Set([
  'image/png',
  'image/jpeg',
  'image/gif',
  'image/webp',
  'image/avif',
  'image/bmp',
  'image/x-icon',
])

export const namedFile = (request: ApiRequest): InputOf<'getFile'> => ({
  ...conditionsOf(request),
  field: request.rest[0] ?? '',
})

/**
 * Returns the input that is parsed from the end of an image URL, such as `image`, `image/preview` or
 * `image-400-<digest>.png` (docs/content-and-access.md, Files and images).
 */
export const namedImage = (request: ApiRequest): InputOf<'getImage'> => ({
  ...conditionsOf(request),
  name: request.rest[0] ?? '',
  scale: request.rest[1] ?? null,
})

function conditionsOf({ exchange: { req } }: ApiRequest): Pick<InputOf<'getFile'>, 'isUnmodified' | 'part'> {
  const ifNoneMatch = req.get('if-none-match')
  const ifRange = req.get('if-range')
  return {
    isUnmodified: etag => matchesETag(ifNoneMatch, etag),
    part: (size, etag) =>
      req.method === 'GET' && (ifRange === undefined || ifRange === `"${etag}"`) ? range(req, size) : null,
  }
}

/**
 * Returns the requested part of a file. Returns null if the entire file must be sent: for several ranges, a malformed
 * header or an empty file (RFC 9110, section 14.2). Throws `bad-range` if the file contains none of the requested
 * bytes.
 */
function range(req: Request, size: number): FilePart | null {
  const ranges = req.range(size)
  if (size > 0 && ranges === unsatisfiable && /^bytes=/i.test(req.get('range') ?? ''))
    throw new DomainError('bad-range', message('file.beyond', { size }), { size })
  if (typeof ranges !== 'object' || ranges.type !== 'bytes' || ranges.length !== 1) return null
  const [first] = ranges
  return first ? { start: first.start, length: first.end - first.start + 1 } : null
}

/** The result of `Request.range` for an unsatisfiable range. */
const unsatisfiable = -1

/**
 * The `Cache-Control` header for files that never change. The lifetime is one year, which is the conventional maximum.
 */
const cachedForever = 'max-age=31536000, immutable'

/**
 * Creates the response for a file. Uploaded content is either sandboxed or downloaded, so that it never runs as a
 * page of this site.
 */
export function fileReply(file: FileAnswer, { view, exchange, caller }: ApiRequest): Reply<never> {
  const { pieces, size, part, filename, contentType, etag, isImmutable } = file
  const disposition = view !== '@@download' && inlineTypes.has(contentType) ? 'inline' : 'attachment'
  const headers = {
    'Content-Disposition': `${disposition}; filename*=UTF-8''${encodeFilename(filename)}`,
    'Content-Security-Policy': "default-src 'none'; sandbox",
    'Accept-Ranges': 'bytes',
    ETag: `"${etag}"`,
    ...(isImmutable
      ? { 'Cache-Control': `${isAnonymousRequest(exchange, caller) ? 'public' : 'private'}, ${cachedForever}` }
      : {}),
  }
  if (pieces === null) return { kind: 'empty', status: 304, headers }
  const body = { kind: 'bytes', pieces, size: part?.length ?? size } as const
  if (!part) return { ...body, status: 200, headers: { ...headers, 'Content-Type': contentType } }
  const range = `bytes ${part.start}-${part.start + part.length - 1}/${size}`
  return { ...body, status: 206, headers: { ...headers, 'Content-Type': contentType, 'Content-Range': range } }
}

/**
 * Encodes a file name for a header. RFC 8187 requires more characters to be escaped than `encodeURIComponent` escapes.
 */
const encodeFilename = (filename: string): string =>
  encodeURIComponent(filename).replace(/['()*]/g, mark => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`)
