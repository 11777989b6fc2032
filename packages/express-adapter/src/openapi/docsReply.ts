import { type AnswerOf, DomainError, message } from '@plenum/core'
import type { ApiRequest } from '../exchange/apiRequest.js'
import { bytesReply, type Reply } from '../exchange/reply.js'
import { digestOf, type ViewerFiles } from '../exchange/viewerFiles.js'
import { matchesETag } from '../headers/entityTags.js'

/**
 * The content security policy of the viewer. It allows only files from this site, no inline scripts, no inline styles and
 * no `eval` (docs/security.md, HTML pages).
 */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
].join('; ')

const pageHeaders = {
  'Content-Type': 'text/html; charset=utf-8',
  'Content-Security-Policy': policy,
  'Referrer-Policy': 'no-referrer',
}

/**
 * Answers `GET /@docs` and requests for files of the viewer (docs/http-answers.md, OpenAPI). Throws `not-found` if the
 * application has no viewer or if the viewer has no such file.
 */
export async function docsReply(
  _: AnswerOf<'describeTypes'>,
  { exchange: { req, apiViewer }, rest: [name] }: ApiRequest,
): Promise<Reply<never>> {
  const viewer = await apiViewer?.()
  const file = viewer?.files.get(name ?? '')
  if (file) {
    const headers = { 'Content-Type': file.type, 'Cache-Control': 'public, max-age=31536000, immutable' }
    return bytesReply(file.bytes, headers)
  }
  if (!viewer || name !== undefined) throw new DomainError('not-found', message('docs.missing'), { context: null })
  const html = pageOf(viewer, isBelowDocs(req.originalUrl) ? '../' : '')
  const headers = { ...pageHeaders, ETag: `"${digestOf(html)}"` }
  if (matchesETag(req.get('if-none-match'), digestOf(html))) return { kind: 'empty', status: 304, headers }
  return bytesReply(Buffer.from(html), headers)
}

/** Whether the URL of the page ends with a slash, on which the relative URLs in the page depend. */
const isBelowDocs = (url: string): boolean => /^[^?]*\/$/.test(url)

const pageOf = ({ style, script }: ViewerFiles, root: string): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>HTTP endpoints</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${root}@docs/${style}">
<script type="module" src="${root}@docs/${script}"></script>
</head>
<body>
<main data-document="${root}@openapi"><noscript>This viewer needs JavaScript. <a href="${root}@openapi">The OpenAPI document</a> describes the same endpoints.</noscript></main>
</body>
</html>
`
