import { type AnswerMetadata, type Caller, notModified } from '@plenum/core'
import type { Request } from 'express'
import type { RouteExchange } from '../exchange/apiRequest.js'
import type { Reply } from '../exchange/reply.js'
import { sessionOf } from './authenticate.js'
import { matchesETag } from './entityTags.js'

/**
 * `s-maxage` in seconds: how long shared caches may store answers for visitors (docs/http-answers.md, Caching, rule 2).
 */
const maxSharedSeconds = 30

/**
 * Whether the caller is an unidentified visitor, so that shared caches may store the answer. A request with an expired
 * session does not count as one.
 */
export function isAnonymousRequest(
  { req, hasSession }: Pick<RouteExchange, 'req' | 'hasSession'>,
  caller: Caller,
): boolean {
  const hasCredentials = req.headers.authorization !== undefined || (hasSession && sessionOf(req) !== null)
  return caller.kind === 'anonymous' && !hasCredentials
}

/** Caching headers and validation of one answer. */
export interface Caching {
  /** See `OperationRequest`. */
  isUnmodified(metadata: AnswerMetadata): boolean
  /** Adds the caching headers to a reply. */
  withHeaders(reply: Reply): Reply
  /** The 304 reply for `notModified`; rethrows every other error. */
  recover(error: unknown): Reply
}

export function createCaching(req: Request, isShared: boolean): Caching {
  let answer: AnswerMetadata | undefined
  const headers = () => ({
    'Cache-Control': isShared ? sharedCacheControl(answer?.changesIn ?? null) : 'private, no-cache',
    ...(answer?.etag ? { ETag: `"${answer.etag}"` } : {}),
  })
  return {
    isUnmodified: metadata => {
      answer = metadata
      return metadata.etag !== null && matchesETag(req.headers['if-none-match'], metadata.etag)
    },
    withHeaders: reply => {
      const merged = { headers: { ...headers(), ...reply.headers } }
      return Object.assign({}, reply, merged, reply.kind === 'json' ? { expiry: answer } : null)
    },
    recover: error => {
      if (error !== notModified) throw error
      return { kind: 'empty', status: 304, headers: headers() }
    },
  }
}

/** An answer that changes on a known date must not be cached beyond it. */
export function sharedCacheControl(changesIn: number | null): string {
  const seconds = Math.min(maxSharedSeconds, Math.floor(changesIn ?? maxSharedSeconds))
  return `public, max-age=0, s-maxage=${seconds}, must-revalidate`
}
