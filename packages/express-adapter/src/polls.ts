import { type AnswerOf, DomainError, type InputOf } from '@plenum/core'
import { tokenInCookie, voteCookieAge, voteCookieName } from '@plenum/core/polls'
import { namesTag } from './entityTags.js'
import { ok, type Reply } from './reply.js'
import type { ApiRequest } from './request.js'

/** Of every answer that is for one caller only. */
export const forOneCaller = { 'Cache-Control': 'private, no-store' }

/** Seconds that caches may keep what visitors are shown (docs/polls.md, Caching of polls, rule 1). */
const maxSharedSeconds = 120

/**
 * Visitors share one answer, which caches may keep and ask about; members get one of their own (docs/polls.md, Caching
 * of polls).
 */
export function pollReply({ payload, sharing }: AnswerOf<'getPoll'>, request: ApiRequest): Reply {
  if (!sharing) return { kind: 'json', status: 200, body: payload, headers: forOneCaller }
  const seconds = Math.min(maxSharedSeconds, sharing.changesIn ?? maxSharedSeconds)
  const headers = {
    'Cache-Control': `max-age=0, s-maxage=${seconds}`,
    ETag: `"${sharing.tag}"`,
    // A cache must not give a member what it keeps for visitors.
    Vary: 'Authorization',
  }
  if (namesTag(request.header('if-none-match'), sharing.tag)) return { kind: 'empty', status: 304, headers }
  return { kind: 'json', status: 200, body: payload, headers, isWorded: false }
}

export function voteInput(request: ApiRequest): InputOf<'castVote'> {
  return {
    body: () => readable(request),
    token: poll => tokenInCookie(request.cookie(voteCookieName(poll)) ?? ''),
    admit: request.admitVote,
  }
}

/** What cannot be read is a malformed vote, and told as such in its turn; what is too large is not even that. */
function readable(request: ApiRequest): unknown {
  try {
    return request.body
  } catch (error) {
    if (error instanceof DomainError && error.code === 'bad-request') return undefined
    throw error
  }
}

export function voteReply({ payload, keep }: AnswerOf<'castVote'>, { base }: ApiRequest): Reply {
  if (!keep) return ok(payload)
  const options = { maxAge: voteCookieAge * 1000, sameSite: 'lax', secure: base.startsWith('https:') } as const
  return {
    kind: 'json',
    status: 200,
    body: payload,
    cookie: { name: voteCookieName(keep.poll), value: keep.token, options },
  }
}
