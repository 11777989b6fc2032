import { type AnswerOf, DomainError, type InputOf } from '@plenum/core'
import { tokenInCookie, voteCookieAge, voteCookieName } from '@plenum/core/polls'
import cookieParser from 'cookie-parser'
import type { Exchange } from './exchange.js'
import { networkOf } from './guards/networkOf.js'
import { ok, type Reply } from './reply.js'
import type { ApiRequest } from './request.js'

const privately = { 'Cache-Control': 'private, no-store' }

/** Every answer to a vote is for one caller only, refusals too. */
export const forOneCaller = ({ res }: Exchange): void => void res.set(privately)

/** Seconds that caches may keep what visitors are shown (docs/polls.md, Caching of polls, rule 1). */
const maxSharedSeconds = 120

/**
 * Visitors share one answer, which caches may keep and ask about; members get one of their own (docs/polls.md, Caching
 * of polls).
 */
export function pollReply({ payload, sharing }: AnswerOf<'getPoll'>): Reply {
  if (!sharing) return { kind: 'json', status: 200, body: payload, headers: privately }
  const seconds = Math.min(maxSharedSeconds, sharing.changesIn ?? maxSharedSeconds)
  const headers = {
    'Cache-Control': `max-age=0, s-maxage=${seconds}`,
    ETag: `"${sharing.tag}"`,
  }
  return { kind: 'json', status: 200, body: payload, headers, isWorded: false }
}

export function voteInput({
  exchange,
  caller,
  body,
}: Pick<ApiRequest, 'exchange' | 'caller' | 'body'>): InputOf<'castVote'> {
  let isCounted = caller.kind !== 'anonymous'
  return {
    body: valueOrRefusal(body),
    token: poll => tokenInCookie(cookieOf(exchange, voteCookieName(poll)) ?? ''),
    // Counts once, however often the vote is decided.
    admit: async () => {
      if (!isCounted) await exchange.limitVotes(networkOf(exchange.req.ip ?? ''))
      isCounted = true
    },
  }
}

/** What cannot be read is a malformed vote, and told as such in its turn; what is too large is not even that. */
function valueOrRefusal(body: ApiRequest['body']): unknown {
  try {
    return body()
  } catch (error) {
    if (error instanceof DomainError) return error.code === 'bad-request' ? undefined : error
    throw error
  }
}

const parseCookies = cookieParser()

/** What begins with `j:` is JSON to the parser; no cookie of ours does. */
function cookieOf({ req, res }: Exchange, name: string): string | undefined {
  parseCookies(req, res, () => {})
  const value: unknown = req.cookies?.[name]
  return typeof value === 'string' ? value : undefined
}

export function voteReply(
  { payload, keep }: AnswerOf<'castVote'>,
  { base, exchange }: Pick<ApiRequest, 'base' | 'exchange'>,
): Reply {
  const options = { maxAge: voteCookieAge * 1000, sameSite: 'lax', secure: base.startsWith('https:') } as const
  if (keep) exchange.res.cookie(voteCookieName(keep.poll), keep.token, options)
  return ok(payload)
}
