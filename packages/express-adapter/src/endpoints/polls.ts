import { type AnswerOf, DomainError, type InputOf } from '@plenum/core'
import type { PollPayload } from '@plenum/core/answers'
import { tokenInCookie, voteCookieAge, voteCookieName } from '@plenum/core/polls'
import cookieParser from 'cookie-parser'
import type { ApiRequest } from '../exchange/apiRequest.js'
import type { Exchange } from '../exchange/exchange.js'
import { ok, type Reply } from '../exchange/reply.js'
import { networkOf } from '../guards/networkOf.js'

export interface VoteOptions {
  /** Votes per minute from one address, for visitors; unlimited by default. */
  readonly voteRateLimit?: number
}

const privateHeaders = { 'Cache-Control': 'private, no-store' }

/** Answers to votes, including refusals, are for one caller only. */
export const markPrivate = ({ res }: Exchange): void => void res.set(privateHeaders)

/**
 * `s-maxage` in seconds: how long shared caches may store answers for visitors (docs/polls.md, Caching of polls, rule
 * 1).
 */
const maxSharedSeconds = 120

/** Visitors share one cacheable answer with an ETag; members get private ones (docs/polls.md, Caching of polls). */
export function pollReply({ payload, sharing }: AnswerOf<'getPoll'>): Reply<PollPayload> {
  if (!sharing) return { kind: 'json', status: 200, body: payload, headers: privateHeaders }
  const seconds = Math.min(maxSharedSeconds, sharing.changesIn ?? maxSharedSeconds)
  const headers = {
    'Cache-Control': `max-age=0, s-maxage=${seconds}`,
    ETag: `"${sharing.etag}"`,
  }
  return { kind: 'json', status: 200, body: payload, headers, isTranslated: false }
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
    // Counts once, even if a conflict makes the operation run again.
    admit: async () => {
      if (!isCounted) await exchange.limitVotes(networkOf(exchange.req.ip ?? ''))
      isCounted = true
    },
  }
}

/**
 * An unreadable body is reported as a malformed vote, in the order of the vote's checks; a body that is too large is
 * refused as such.
 */
function valueOrRefusal(body: ApiRequest['body']): unknown {
  try {
    return body()
  } catch (error) {
    if (error instanceof DomainError) return error.code === 'bad-request' ? undefined : error
    throw error
  }
}

const parseCookies = cookieParser()

/** The parser reads values that begin with `j:` as JSON; none of our cookies does. */
function cookieOf({ req, res }: Exchange, name: string): string | undefined {
  parseCookies(req, res, () => {})
  const value: unknown = req.cookies?.[name]
  return typeof value === 'string' ? value : undefined
}

export function voteReply(
  { payload, cookie: newCookie }: AnswerOf<'castVote'>,
  { base, exchange }: Pick<ApiRequest, 'base' | 'exchange'>,
): Reply {
  const options = { maxAge: voteCookieAge * 1000, sameSite: 'lax', secure: base.startsWith('https:') } as const
  if (newCookie) exchange.res.cookie(voteCookieName(newCookie.poll), newCookie.token, options)
  return ok(payload)
}
