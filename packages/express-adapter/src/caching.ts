import { type AnswerMetadata, type Caller, notModified } from '@plenum/core'
import type { Request } from 'express'
import { sessionOf } from './authenticate.js'
import { namesTag } from './entityTags.js'
import type { Exchange } from './exchange.js'
import type { Reply } from './reply.js'

/**
 * `s-maxage` in seconds: how long shared caches may store answers for visitors (docs/http-answers.md, Caching, rule 2).
 */
const maxSharedSeconds = 30

/**
 * Whether the caller is an unidentified visitor, so that shared caches may store the answer. A request with an expired
 * session does not count as one.
 */
export function isForAll({ req, page }: Pick<Exchange, 'req' | 'page'>, caller: Caller): boolean {
  const isSigned = req.headers.authorization !== undefined || (page?.hasSession && sessionOf(req) !== null)
  return caller.kind === 'anonymous' && !isSigned
}

/** Caching headers and validation of one answer. */
export interface Caching {
  /** See `OperationRequest`. */
  isKnown(known: AnswerMetadata): boolean
  /** Adds the caching headers to a reply. */
  tell(reply: Reply): Reply
  /** The 304 reply for `notModified`; rethrows every other error. */
  caught(error: unknown): Reply
}

export function createCaching(req: Request, isShared: boolean): Caching {
  let answer: AnswerMetadata | undefined
  const headers = () => ({
    'Cache-Control': isShared ? sharedFor(answer?.changesIn ?? null) : 'private, no-cache',
    ...(answer?.etag ? { ETag: `"${answer.etag}"` } : {}),
  })
  return {
    isKnown: known => {
      answer = known
      return known.etag !== null && namesTag(req.headers['if-none-match'], known.etag)
    },
    tell: reply => {
      const told = { headers: { ...headers(), ...reply.headers } }
      return Object.assign({}, reply, told, reply.kind === 'json' ? { lasting: answer } : null)
    },
    caught: error => {
      if (error !== notModified) throw error
      return { kind: 'empty', status: 304, headers: headers() }
    },
  }
}

/** An answer that changes on a known date must not be cached beyond it. */
export function sharedFor(changesIn: number | null): string {
  const seconds = Math.min(maxSharedSeconds, Math.floor(changesIn ?? maxSharedSeconds))
  return `public, max-age=0, s-maxage=${seconds}, must-revalidate`
}
