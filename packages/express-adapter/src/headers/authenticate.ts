import { anonymous, type Caller, DomainError, message, type Site, type SiteState } from '@plenum/core'
import type { Request, Response } from 'express'
import basicAuth, { type IBasicAuthedRequest } from 'express-basic-auth'
import type { Exchange } from '../exchange/exchange.js'
import type { LoginGuard } from '../guards/loginGuard.js'
import { cookieOf, sessionCookie } from '../html/cookies.js'

/**
 * Identifies the caller of a request: through `callerOf` if the application has one, otherwise by the credentials
 * (docs/embedding.md, Logins of your own).
 */
export async function findCaller(exchange: Exchange): Promise<Caller> {
  const { site, req, options, guardLogins, state, page } = exchange
  const session = page?.hasSession ? sessionOf(req) : null
  const cachedCaller = state && cachedCallerOf(site, req, { state, session })
  if (cachedCaller && !options.callerOf) return cachedCaller
  const ownLogin = () => authenticate(site, req, { guardLogins, session })
  return options.callerOf ? ((await options.callerOf(req, ownLogin)) ?? anonymous) : ownLogin()
}

/**
 * A function that identifies the caller again, for connections that outlive one answer: null once the login has ended
 * or belongs to somebody else. An application with its own logins gets the same request again.
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
 * The caller after the body has arrived, which may take minutes: a login that ended in the meantime becomes anonymous.
 * Call it before waiting for the body, and call its result afterwards.
 */
export function callerAfterBody(exchange: Exchange, caller: Caller): () => Promise<Caller> {
  const { incoming } = exchange
  if (!incoming.hasBody || incoming.hasArrived()) return async () => caller
  const currentCaller = followCaller(exchange, caller)
  return async () => (await currentCaller()) ?? anonymous
}

const idOf = (caller: Caller): string | null => (caller.kind === 'member' ? caller.id : null)

function followOwnLogin({ primarySite: site, req, page }: Exchange): () => Promise<Caller> {
  const token = bearerToken(req) ?? (page?.hasSession ? sessionOf(req) : null)
  const credentials = token === null && isBasic(req) ? basicCredentials(req) : undefined
  const login = token === null ? credentials && { name: credentials.user, password: credentials.password } : { token }
  if (!login) return async () => anonymous
  const member = site.follow(login)
  return async () => (await member()) ?? anonymous
}

/** The bearer token of a request. */
export const bearerToken = ({ headers }: Pick<Request, 'headers'>): string | undefined =>
  /^bearer +([\w.~+/=-]+)$/i.exec(headers.authorization ?? '')?.[1]

/**
 * Authenticates a request. Basic credentials must be right: a wrong password is never silently anonymous
 * (docs/http-answers.md, Credentials). Requests without credentials, with another scheme or with an invalid token are
 * anonymous. Throws `too-many-requests` after too many failed logins, and the errors of the site.
 */
export async function authenticate(
  site: Pick<Site, 'authenticate' | 'memberWithToken'>,
  req: Request,
  { guardLogins, session }: { readonly guardLogins: LoginGuard; readonly session: string | null },
): Promise<Caller> {
  const token = bearerToken(req) ?? session ?? undefined
  if (token !== undefined) return (await site.memberWithToken(token)) ?? anonymous
  if (!isBasic(req)) return anonymous
  const credentials = basicCredentials(req)
  const member =
    credentials && (await site.authenticate(credentials.user, credentials.password, guardLogins(req, credentials.user)))
  if (!member) throw new DomainError('unauthorized', message('access.credentials'), { context: null })
  return member
}

/** The caller, if no password check is needed to identify them; otherwise null. */
export function cachedCallerOf(
  site: Pick<Site, 'cachedMember'>,
  req: Request,
  { state, session }: { readonly state: SiteState; readonly session: string | null },
): Caller | null {
  if (session !== null) return site.cachedMember({ token: session }, state)
  if (req.headers.authorization === undefined) return anonymous
  const token = bearerToken(req)
  if (token !== undefined) return site.cachedMember({ token }, state)
  const credentials = isBasic(req) ? basicCredentials(req) : undefined
  return credentials ? site.cachedMember({ name: credentials.user, password: credentials.password }, state) : null
}

/** The session token of pages; an Authorization header takes precedence. */
export const sessionOf = (req: Request): string | null =>
  req.headers.authorization === undefined ? cookieOf(req, sessionCookie) : null

const isBasic = ({ headers }: Request): boolean => /^basic(\s|$)/i.test(headers.authorization ?? '')

const readBasic = basicAuth({ authorizer: () => true })

/** A stub response: the refusal of express-basic-auth has neither our body nor our content type. */
const stubResponse = {
  set: () => stubResponse,
  status: () => ({ json: () => {}, send: () => {} }),
} as unknown as Response

/** The credentials as express-basic-auth parses them; undefined if it rejects the header. */
export function basicCredentials({ headers }: Pick<Request, 'headers'>): IBasicAuthedRequest['auth'] | undefined {
  // A stub request, so that the real one does not carry the password in plain text.
  const stubRequest: Partial<IBasicAuthedRequest> = {}
  readBasic(Object.assign(stubRequest, { headers }) as Request, stubResponse, () => {})
  return stubRequest.auth
}
