import { anonymous, type Caller, DomainError, message, type Site, type SiteState } from '@plenum/core'
import type { Request, Response } from 'express'
import basicAuth, { type IBasicAuthedRequest } from 'express-basic-auth'
import type { Exchange } from './exchange.js'
import type { LoginGuard } from './guards/loginGuard.js'
import { cookieOf, sessionCookie } from './pages/cookies.js'

/**
 * Who sent a request: whom the application names, where it has a say in that, and otherwise whom the credentials prove
 * (docs/embedding.md, Logins of your own).
 */
export async function findCaller(exchange: Exchange): Promise<Caller> {
  const { site, req, options, guardLogins, state, page } = exchange
  const session = page?.hasSession ? sessionOf(req) : null
  const recalled = state && recallCaller(site, req, { state, session })
  if (recalled && !options.callerOf) return recalled
  const ownLogin = () => authenticate(site, req, { guardLogins, session })
  return options.callerOf ? ((await options.callerOf(req, ownLogin)) ?? anonymous) : ownLogin()
}

/**
 * Looks the caller of a request up again, for what lasts longer than the request: null once nobody is proved, or somebody
 * else. An application with logins of its own is asked again with the same request.
 */
export function followCaller(exchange: Exchange, caller: Caller): () => Promise<Caller | null> {
  const { req, options } = exchange
  const ownLogin = followOwnLogin(exchange)
  const find = async () => (options.callerOf ? ((await options.callerOf(req, ownLogin)) ?? anonymous) : ownLogin())
  return async () => {
    const now = await find()
    return idOf(now) === idOf(caller) ? now : null
  }
}

/**
 * The caller of a request as they are when its body is there, which may take minutes. Call it before the body is waited for,
 * and what it gives afterwards.
 */
export function callerAfterBody(exchange: Exchange, caller: Caller): () => Promise<Caller> {
  const { incoming } = exchange
  if (!incoming.isThere || incoming.hasCome()) return async () => caller
  const again = followCaller(exchange, caller)
  return async () => (await again()) ?? anonymous
}

const idOf = (caller: Caller): string | null => (caller.kind === 'member' ? caller.id : null)

function followOwnLogin({ original: site, req, page }: Exchange): () => Promise<Caller> {
  const token = bearerToken(req) ?? (page?.hasSession ? sessionOf(req) : null)
  const sent = token === null && isBasic(req) ? basicCredentials(req) : undefined
  const login = token === null ? sent && { name: sent.user, password: sent.password } : { token }
  if (!login) return async () => anonymous
  const member = site.follow(login)
  return async () => (await member()) ?? anonymous
}

/** The token that a request brings along. */
export const bearerToken = ({ headers }: Pick<Request, 'headers'>): string | undefined =>
  /^bearer +([\w.~+/=-]+)$/i.exec(headers.authorization ?? '')?.[1]

/**
 * Who proves to have sent a request. Basic credentials must be right: a wrong password is never silently anonymous
 * (docs/http-answers.md, Credentials). Requests without credentials, of another scheme, or with a token that is not
 * valid, are anonymous. Throws `too-many-requests` when too many logins have failed, and what the site throws.
 */
export async function authenticate(
  site: Pick<Site, 'authenticate' | 'memberWithToken'>,
  req: Request,
  { guardLogins, session }: { readonly guardLogins: LoginGuard; readonly session: string | null },
): Promise<Caller> {
  const token = bearerToken(req) ?? session ?? undefined
  if (token !== undefined) return (await site.memberWithToken(token)) ?? anonymous
  if (!isBasic(req)) return anonymous
  const sent = basicCredentials(req)
  const member = sent && (await site.authenticate(sent.user, sent.password, guardLogins(req, sent.user)))
  if (!member) throw new DomainError('unauthorized', message('access.credentials'), { context: null })
  return member
}

/** Whom a request proves to have sent it, where that needs no check; null for all others. */
export function recallCaller(
  site: Pick<Site, 'recall'>,
  req: Request,
  { state, session }: { readonly state: SiteState; readonly session: string | null },
): Caller | null {
  if (session !== null) return site.recall({ token: session }, state)
  if (req.headers.authorization === undefined) return anonymous
  const token = bearerToken(req)
  if (token !== undefined) return site.recall({ token }, state)
  const sent = isBasic(req) ? basicCredentials(req) : undefined
  return sent ? site.recall({ name: sent.user, password: sent.password }, state) : null
}

/** The token of the session of pages; credentials of the request go before it. */
export const sessionOf = (req: Request): string | null =>
  req.headers.authorization === undefined ? cookieOf(req, sessionCookie) : null

const isBasic = ({ headers }: Request): boolean => /^basic(\s|$)/i.test(headers.authorization ?? '')

const readBasic = basicAuth({ authorizer: () => true })

/** In place of the response, because the refusal of express-basic-auth has neither our body nor our content type. */
const unanswered = { set: () => unanswered, status: () => ({ json: () => {}, send: () => {} }) } as unknown as Response

/** What express-basic-auth makes of the header; undefined when it refuses it. */
export function basicCredentials({ headers }: Pick<Request, 'headers'>): IBasicAuthedRequest['auth'] | undefined {
  // In place of the request, which does not carry the password in plain text then.
  const read: Partial<IBasicAuthedRequest> = {}
  readBasic(Object.assign(read, { headers }) as Request, unanswered, () => {})
  return read.auth
}
