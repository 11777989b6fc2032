import { type AnswerOf, DomainError, type InputOf } from '@plenum/core'
import type { PollPayload } from '@plenum/core/answers'
import { tokenInCookie, voteCookieAge, voteCookieName } from '@plenum/core/polls'
import cookieParser from 'cookie-parser'
import type { ApiRequest } from '../exchange/apiRequest.js'
import type { Exchange } from '../exchange/exchange.js'
import { ok, type Reply } from '../exchange/reply.js'
import { networkOf } from '../guards/networkOf.js'

export interface VoteOptions {
  /** The maximum number of votes per minute from visitors in one network. By default, the number is unlimited. */
  readonly voteRateLimit?: number
}

const privateHeaders = { 'Cache-Control': 'private, no-store' }

/** Marks the response as private. The header is also sent with refusals, because they depend on the caller. */
export const markPrivate = ({ res }: Exchange): void => void res.set(privateHeaders)

/** The largest `s-maxage` of responses for visitors, in seconds (docs/polls.md, Poll caching, rule 1). */
const maxSharedSeconds = 120

/**
 * Creates the response for a poll: visitors receive a cacheable response with an ETag, and members receive a private
 * response (docs/polls.md, Poll caching).
 */
export function pollReply({ payload, sharing }: AnswerOf<'getPoll'>): Reply<PollPayload> {
  if (!sharing) return { kind: 'json', status: 200, body: payload, headers: privateHeaders }
  const seconds = Math.min(maxSharedSeconds, sharing.changesIn ?? maxSharedSeconds)
  const headers = {
    'Cache-Control': `max-age=0, s-maxage=${seconds}`,
    ETag: `"${sharing.etag}"`,
  }
  return { kind: 'json', status: 200, body: payload, headers, isTranslated: false }
}

export const voteTokenIn =
  (exchange: Exchange) =>
  (poll: string): string | null =>
    tokenInCookie(cookieOf(exchange, voteCookieName(poll)) ?? '')

export const hasVoteCookie = ({ headers }: Pick<Exchange['req'], 'headers'>): boolean =>
  headers.cookie?.includes(voteCookieName('')) === true

export function voteInput({
  exchange,
  caller,
  body,
}: Pick<ApiRequest, 'exchange' | 'caller' | 'body'>): InputOf<'castVote'> {
  let isCounted = caller.kind !== 'anonymous'
  return {
    body: valueOrRefusal(body),
    token: voteTokenIn(exchange),
    // The rate limit counts a vote only once, even if a conflict makes the operation run again.
    admit: async () => {
      if (!isCounted) await exchange.limitVotes(networkOf(exchange.req.ip ?? ''))
      isCounted = true
    },
  }
}

/**
 * Returns the body of a vote. If the body cannot be read, returns a value that the operation refuses (undefined for a
 * malformed body, and otherwise the error), so that the problem is reported in the regular order of the checks.
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

/**
 * Returns the value of a cookie, or undefined if the cookie is missing. The cookie parser decodes values that begin
 * with `j:` as JSON, but no cookie of this service has such a value.
 */
function cookieOf({ req, res }: Exchange, name: string): string | undefined {
  parseCookies(req, res, () => {})
  const value: unknown = req.cookies?.[name]
  return typeof value === 'string' ? value : undefined
}

export function voteReply(
  { payload, cookie: newCookie }: AnswerOf<'castVote'>,
  { base, exchange }: Pick<ApiRequest, 'base' | 'exchange'>,
): Reply<PollPayload> {
  const options = { maxAge: voteCookieAge * 1000, sameSite: 'lax', secure: base.startsWith('https:') } as const
  if (newCookie) exchange.res.cookie(voteCookieName(newCookie.poll), newCookie.token, options)
  return ok(payload)
}
