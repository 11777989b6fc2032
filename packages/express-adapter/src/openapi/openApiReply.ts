import { hash } from 'node:crypto'
import type { AnswerOf } from '@plenum/core'
import type { ApiRequest } from '../exchange/apiRequest.js'
import { bytesReply, type Reply } from '../exchange/reply.js'
import { matchesETag } from '../headers/entityTags.js'

type Types = AnswerOf<'describeTypes'>
type Routes = ApiRequest['exchange']['routes']

interface WrittenDocument {
  readonly bytes: Uint8Array
  readonly etag: string
}

/** The generated documents, cached by the types and routes that they describe. */
const written = new WeakMap<Types, WeakMap<Routes, WrittenDocument>>()

/**
 * Returns the OpenAPI document for the given types and routes. The document is generated on the first request instead
 * of at startup, because it occupies several hundred kilobytes of memory.
 */
async function documentOf(types: Types, routes: Routes): Promise<WrittenDocument> {
  const byRoutes = written.get(types) ?? new WeakMap<Routes, WrittenDocument>()
  written.set(types, byRoutes)
  const cached = byRoutes.get(routes)
  if (cached) return cached
  const { openApiDocument } = await import('./openApiDocument.js')
  const bytes = Buffer.from(JSON.stringify(openApiDocument({ types, routes })))
  const document = { bytes, etag: hash('sha256', bytes, 'base64url').slice(0, 22) }
  byRoutes.set(routes, document)
  return document
}

/** Answers `GET /@openapi` (docs/http-answers.md, OpenAPI). */
export async function openApiReply(types: Types, { exchange: { req, routes } }: ApiRequest): Promise<Reply<never>> {
  const { bytes, etag } = await documentOf(types, routes)
  const headers = { ETag: `"${etag}"` }
  if (matchesETag(req.get('if-none-match'), etag)) return { kind: 'empty', status: 304, headers }
  return bytesReply(bytes, { ...headers, 'Content-Type': 'application/json' })
}
