import { type Caller, type KnownAnswer, notModified } from '@plenum/core'
import type { Request } from 'express'
import { sessionOf } from './authenticate.js'
import { namesTag } from './entityTags.js'
import type { Exchange } from './exchange.js'
import type { Reply } from './reply.js'

/** Seconds that caches on the way may keep what visitors are shown (docs/http-answers.md, Caching, rule 2). */
const maxSharedSeconds = 30

/**
 * Whether whoever asks is nobody in particular: caches may keep what is answered, and give it to others. A session that
 * has ended is somebody's too.
 */
export function isForAll({ req, page }: Pick<Exchange, 'req' | 'page'>, caller: Caller): boolean {
  const isSigned = req.headers.authorization !== undefined || (page?.hasSession && sessionOf(req) !== null)
  return caller.kind === 'anonymous' && !isSigned
}

/** How long the answer to a question may be kept, and whether who asks has it. */
export interface Caching {
  /** As of `OperationRequest`. */
  isKnown(known: KnownAnswer): boolean
  /** The answer with what is to be known of it by those who keep it. */
  tell(reply: Reply): Reply
  /** What is answered in place of what was thrown; throws it again where it is no answer. */
  caught(error: unknown): Reply
}

export function createCaching(req: Request, isShared: boolean): Caching {
  let answer: KnownAnswer | undefined
  const headers = () => ({
    'Cache-Control': isShared ? sharedFor(answer?.changesIn ?? null) : 'private, no-cache',
    ...(answer?.tag ? { ETag: `"${answer.tag}"` } : {}),
  })
  return {
    isKnown: known => {
      answer = known
      return known.tag !== null && namesTag(req.headers['if-none-match'], known.tag)
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

/** What a date will change in so many seconds is kept no longer than that. */
export function sharedFor(changesIn: number | null): string {
  const seconds = Math.min(maxSharedSeconds, Math.floor(changesIn ?? maxSharedSeconds))
  return `public, max-age=0, s-maxage=${seconds}, must-revalidate`
}
