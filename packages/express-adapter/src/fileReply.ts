import type { FileAnswer, InputOf } from '@plenum/core'
import { namesTag } from './entityTags.js'
import type { Reply } from './reply.js'
import type { ApiRequest } from './request.js'

/** Kinds of images that a browser may show without being able to run anything in them. */
const harmless = new Set([
  'image/png',
  'image/jpeg',
  'image/gif',
  'image/webp',
  'image/avif',
  'image/bmp',
  'image/x-icon',
])

type FileInput = InputOf<'getFile'>

export const namedFile = (request: ApiRequest): FileInput => fileInput(request, { field: request.rest[0] ?? '' })

/**
 * `image`, `image/preview` and `image-400-<digest>.png` all give the original (docs/content-and-access.md, Files and
 * images), but none gives another image than the digest in its address says: caches may keep that for ever.
 */
export function namedImage(request: ApiRequest): FileInput {
  const [name = ''] = request.rest
  const found = /-\d+-([0-9a-f]{32})\.\w+$/.exec(name)
  return fileInput(request, found?.[1] ? { field: name.slice(0, found.index), digest: found[1] } : { field: name })
}

/** What is asked for of a file, with what the caller has of it (`If-None-Match`). */
function fileInput({ exchange }: ApiRequest, named: FileInput): FileInput {
  const known = exchange.req.get('if-none-match')
  return { ...named, isKnown: digest => namesTag(known, digest) }
}

/** The bytes of a file, or 304 for whoever has them. What strangers sent never runs as a page of this site. */
export function fileReply(
  { pieces, size, filename, contentType, digest }: FileAnswer,
  { view }: Pick<ApiRequest, 'view'>,
): Reply {
  const disposition = view !== '@@download' && harmless.has(contentType) ? 'inline' : 'attachment'
  const headers = {
    'Content-Disposition': `${disposition}; filename*=UTF-8''${encodeFilename(filename)}`,
    'Content-Security-Policy': "default-src 'none'; sandbox",
    ETag: `"${digest}"`,
  }
  if (pieces === null) return { kind: 'empty', status: 304, headers }
  return { kind: 'bytes', status: 200, pieces, size, headers: { ...headers, 'Content-Type': contentType } }
}

/** What RFC 8187 takes for itself is encoded beyond what addresses need. */
function encodeFilename(filename: string): string {
  return encodeURIComponent(filename).replace(/['()*]/g, mark => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`)
}
