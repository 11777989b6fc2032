import { type AnswerTag, type Caller, notModified } from '@plenum/core'
import type { Request } from 'express'
import { namesTag } from './entityTags.js'
import type { Reply } from './reply.js'

/** Seconds that caches on the way may keep what visitors are shown (docs/http-answers.md, Caching, rule 2). */
const maxSharedSeconds = 30

/** Whether whoever asks is nobody in particular: caches may keep what is answered, and give it to others. */
export const isForAll = (req: Pick<Request, 'headers'>, caller: Caller): boolean =>
  caller.kind === 'anonymous' && req.headers.authorization === undefined

/** How long the answer to a question may be kept, and whether who asks has it. */
export interface Caching {
  /** As of `OperationRequest`. */
  isKnown(known: AnswerTag): boolean
  /** The answer with what is to be known of it by those who keep it. */
  tell(reply: Reply): Reply
  /** What is answered in place of what was thrown; throws it again where it is no answer. */
  caught(error: unknown): Reply
}

export function createCaching(req: Request, isShared: boolean): Caching {
  let tag: AnswerTag | undefined
  const headers = () => ({
    'Cache-Control': isShared ? shared(tag) : 'private, no-cache',
    ...(tag ? { ETag: `"${tag.tag}"` } : {}),
  })
  return {
    isKnown: known => {
      tag = known
      return namesTag(req.headers['if-none-match'], known.tag)
    },
    tell: reply => ({ ...reply, headers: { ...headers(), ...reply.headers } }),
    caught: error => {
      if (error !== notModified) throw error
      return { kind: 'empty', status: 304, headers: headers() }
    },
  }
}

/** What a date will change is kept no longer than that. */
function shared(tag: AnswerTag | undefined): string {
  const seconds = Math.min(maxSharedSeconds, Math.floor(tag?.changesIn ?? maxSharedSeconds))
  return `public, max-age=0, s-maxage=${seconds}, must-revalidate`
}
