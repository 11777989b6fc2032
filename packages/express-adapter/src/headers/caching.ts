import { type AnswerMetadata, type Caller, notModified } from '@plenum/core'
import type { Request } from 'express'
import type { RouteExchange } from '../exchange/apiRequest.js'
import type { Reply } from '../exchange/reply.js'
import { sessionOf } from './authenticate.js'
import { matchesETag } from './entityTags.js'

/** The largest `s-maxage` of responses for visitors, in seconds (docs/http-answers.md, Caching, rule 2). */
const maxSharedSeconds = 30

/**
 * Whether a request is anonymous and contains no credentials, so that shared caches may store the response. A request
 * with an expired session does contain credentials.
 */
export function isAnonymousRequest(
  { req, hasSession }: Pick<RouteExchange, 'req' | 'hasSession'>,
  caller: Caller,
): boolean {
  const hasCredentials = req.headers.authorization !== undefined || (hasSession && sessionOf(req) !== null)
  return caller.kind === 'anonymous' && !hasCredentials
}

/**
 * Adds caching headers to the reply to a GET, or replies with 304 if the client already has the response. `run` passes
 * `isUnmodified` to the operation (see `OperationRequest`).
 */
export async function withCaching(
  req: Request,
  isShared: boolean,
  run: (isUnmodified: (metadata: AnswerMetadata) => boolean) => Promise<Reply>,
): Promise<Reply> {
  let answer: AnswerMetadata | undefined
  const headers = () => ({
    'Cache-Control': isShared ? sharedCacheControl(answer?.changesIn ?? null) : 'private, no-cache',
    ...(answer?.etag ? { ETag: `"${answer.etag}"` } : {}),
  })
  const isUnmodified = (metadata: AnswerMetadata): boolean => {
    answer = metadata
    return metadata.etag !== null && matchesETag(req.headers['if-none-match'], metadata.etag)
  }
  try {
    const reply = await run(isUnmodified)
    const merged = { headers: { ...headers(), ...reply.headers } }
    return Object.assign({}, reply, merged, reply.kind === 'json' ? { expiry: answer } : null)
  } catch (error) {
    if (error !== notModified) throw error
    return { kind: 'empty', status: 304, headers: headers() }
  }
}

/**
 * Returns the `Cache-Control` header for shared caches. If the response will change in `changesIn` seconds, it is not
 * cached beyond that time.
 */
export function sharedCacheControl(changesIn: number | null): string {
  const seconds = Math.min(maxSharedSeconds, Math.floor(changesIn ?? maxSharedSeconds))
  return `public, max-age=0, s-maxage=${seconds}, must-revalidate`
}
