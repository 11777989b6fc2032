import {
  anonymous,
  type Caller,
  DomainError,
  message,
  type NameAndPassword,
  type Site,
  type SiteState,
} from '@plenum/core'
import type { Request, Response } from 'express'
import basicAuth, { type IBasicAuthedRequest } from 'express-basic-auth'
import type { Exchange } from '../exchange/exchange.js'
import type { IncomingBody } from '../guards/bodies/incomingBody.js'
import type { LoginGuard } from '../guards/loginGuard.js'
import { cookieOf, sessionCookie } from './cookies.js'

export interface LoginOptions {
  /**
   * Identifies the caller, for applications with their own logins. If this function returns undefined, the caller is
   * anonymous. `ownLogin` authenticates with Basic credentials and tokens, as if this function were not set.
   *
   * @example
   * callerOf: async (req, ownLogin) => (await site.member(nameInSession(req))) ?? ownLogin()
   */
  callerOf?(req: Request, ownLogin: () => Promise<Caller>): Caller | undefined | Promise<Caller | undefined>
}

interface CallerExchange extends Pick<Exchange, 'site' | 'req'> {
  /** The state of the site, read after the request arrived, or null if the state has not been read. */
  readonly state: SiteState | null
  readonly options: LoginOptions
  readonly guardLogins: LoginGuard
  readonly hasSession: boolean
}

export interface LoginExchange extends CallerExchange {
  /** The primary site, whose data is never older than that of a replica. */
  readonly primarySite: Site
}

/**
 * Returns the caller of a request: the result of `callerOf` if the application defines it, and otherwise the caller
 * whom the credentials identify (docs/embedding.md, Your own logins).
 */
export async function findCaller(exchange: CallerExchange): Promise<Caller> {
  const { site, req, options, state, hasSession } = exchange
  const session = hasSession ? sessionOf(req) : null
  const cachedCaller = state && cachedCallerOf(site, req, { state, session })
  if (cachedCaller && !options.callerOf) return cachedCaller
  const ownLogin = () => authenticate(exchange, session)
  return options.callerOf ? ((await options.callerOf(req, ownLogin)) ?? anonymous) : ownLogin()
}

/**
 * Returns a function that identifies the caller again, for connections that remain open for a long time. The function
 * returns null when the login has ended or belongs to another user. For an application with its own logins, the
 * function passes the original request to `callerOf` again.
 */
export function followCaller(exchange: LoginExchange, caller: Caller): () => Promise<Caller | null> {
  const { req, options } = exchange
  const ownLogin = followOwnLogin(exchange)
  const find = async () => (options.callerOf ? ((await options.callerOf(req, ownLogin)) ?? anonymous) : ownLogin())
  return async () => {
    const now = await find()
    return idOf(now) === idOf(caller) ? now : null
  }
}

/**
 * Returns a function that identifies the caller again after the body has arrived, which may take minutes. If the
 * login has ended in the meantime, the caller becomes anonymous. Call `callerAfterBody` before you wait for the body,
 * and call the returned function afterwards.
 */
export function callerAfterBody(
  exchange: LoginExchange & { readonly incoming: IncomingBody },
  caller: Caller,
): () => Promise<Caller> {
  const { incoming } = exchange
  if (!incoming.hasBody || incoming.hasArrived()) return async () => caller
  const currentCaller = followCaller(exchange, caller)
  return async () => (await currentCaller()) ?? anonymous
}

const idOf = (caller: Caller): string | null => (caller.kind === 'member' ? caller.id : null)

function followOwnLogin({ primarySite: site, req, hasSession }: LoginExchange): () => Promise<Caller> {
  const login = presentedLogin(req, hasSession ? sessionOf(req) : null)
  if (!login) return async () => anonymous
  const member = site.follow(login)
  return async () => (await member()) ?? anonymous
}

const bearerToken = ({ headers }: Pick<Request, 'headers'>): string | undefined =>
  /^bearer +([\w.~+/=-]+)$/i.exec(headers.authorization ?? '')?.[1]

type Login = NameAndPassword | { readonly token: string }

export function presentedLogin(req: Request, session: string | null = null): Login | null | undefined {
  const token = bearerToken(req) ?? session
  if (token !== null) return { token }
  if (!isBasic(req)) return null
  const credentials = basicCredentials(req)
  return credentials && { name: credentials.user, password: credentials.password }
}

/**
 * Identifies the caller by the credentials of the request. Basic credentials must be correct: a request with a wrong
 * password is never treated as anonymous (docs/http-answers.md, Credentials). Requests without credentials, with
 * another scheme or with an invalid token are anonymous. Throws `too-many-requests` after too many failed logins, and
 * the errors of the site.
 */
async function authenticate({ site, req, guardLogins }: CallerExchange, session: string | null): Promise<Caller> {
  const login = presentedLogin(req, session)
  if (login === null) return anonymous
  if (login && 'token' in login) return (await site.memberWithToken(login.token)) ?? anonymous
  const member = login && (await site.authenticate(login.name, login.password, guardLogins(req, login.name)))
  if (!member) throw new DomainError('unauthorized', message('access.credentials'), { context: null })
  return member
}

/** Returns the cached caller, or null if the caller cannot be identified without a password check. */
export function cachedCallerOf(
  site: Pick<Site, 'cachedMember'>,
  req: Request,
  { state, session }: { readonly state: SiteState; readonly session: string | null },
): Caller | null {
  if (session === null && req.headers.authorization === undefined) return anonymous
  const login = presentedLogin(req, session)
  return login ? site.cachedMember(login, state) : null
}

/**
 * Returns the session token in the session cookie of a request. Returns null if there is no such cookie, or if the
 * request contains an Authorization header, which takes precedence.
 */
export const sessionOf = (req: Request): string | null =>
  req.headers.authorization === undefined ? cookieOf(req, sessionCookie) : null

const isBasic = ({ headers }: Request): boolean => /^basic(\s|$)/i.test(headers.authorization ?? '')

const readBasic = basicAuth({ authorizer: () => true })

const stubResponse = {
  set: () => stubResponse,
  status: () => ({ json: () => {}, send: () => {} }),
} as unknown as Response

function basicCredentials({ headers }: Pick<Request, 'headers'>): IBasicAuthedRequest['auth'] | undefined {
  // The library stores the credentials in the request, so it receives a stub instead of the real request.
  const stubRequest: Partial<IBasicAuthedRequest> = {}
  readBasic(Object.assign(stubRequest, { headers }) as Request, stubResponse, () => {})
  return stubRequest.auth
}
