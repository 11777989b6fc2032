import type { FileAnswer } from '@plenum/core'
import type { Reply } from './reply.js'

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

/** The bytes of a file. What strangers sent never runs as a page of this site. */
export function fileReply(
  { bytes, filename, contentType, digest }: FileAnswer,
  wanted: 'inline' | 'attachment',
): Reply {
  const disposition = harmless.has(contentType) ? wanted : 'attachment'
  const headers = {
    'Content-Type': contentType,
    'Content-Disposition': `${disposition}; filename*=UTF-8''${encodeFilename(filename)}`,
    'Content-Security-Policy': "default-src 'none'; sandbox",
    ETag: `"${digest}"`,
  }
  return { kind: 'bytes', status: 200, bytes, headers }
}

/** What RFC 8187 takes for itself is encoded beyond what addresses need. */
function encodeFilename(filename: string): string {
  return encodeURIComponent(filename).replace(/['()*]/g, mark => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`)
}
