import { randomUUID } from 'node:crypto'
import {
  type Caller,
  type Catalog,
  DomainError,
  type JsonObject,
  message,
  type OperationRequest,
  rootPath,
  type Site,
  wordInEnglish,
} from '@plenum/core'
import cookieParser from 'cookie-parser'
import { type Request, type RequestHandler, type Response, Router } from 'express'
import { authenticate } from './authenticate.js'
import { baseUrl } from './baseUrl.js'
import { readJsonBody } from './body.js'
import { revisionsInTags } from './entityTags.js'
import { errorReply, internalErrorReply } from './errors.js'
import { type LoginFailures, type LoginGuard, loginGuard, usualLoginFailures } from './guards/loginGuard.js'
import { type VoteLimit, voteLimit } from './guards/voteLimit.js'
import { languageChooser } from './languages.js'
import { type Location, locate } from './locate.js'
import { readQuery } from './queryParameters.js'
import { movedUrl, redirectReply } from './redirect.js'
import { noContent, type Reply, sendReply } from './reply.js'
import type { ApiRequest } from './request.js'
import { isRouteFor, type Route } from './route.js'
import { routes } from './routes.js'
import { languageSpeaker, type SpokenLanguage } from './spokenLanguage.js'

export interface RouterOptions {
  /** URL that every `@id` begins with; from the request when it is left out. No slash at its end. */
  readonly publicUrl?: string
  /** Bytes of a request with a file in it; 25 MiB unless told otherwise. */
  readonly maxUpload?: number
  /** Votes that visitors of one address may cast in a minute; as many as they like unless told otherwise. */
  readonly voteRateLimit?: number
  /** Logins that may fail in a minute; 10 with a name and 30 from an address unless told otherwise. */
  readonly loginFailures?: LoginFailures
  /** Languages beside English, by tag; the site chooses among them, or lets `Accept-Language` choose. */
  readonly catalogs?: Readonly<Record<string, Catalog>>
  /** Told of faults that are not the caller's, with the id that the caller was given. */
  onError?(error: unknown, requestId: string): void
}

const defaultUpload = 25 * 1024 * 1024

/** The service as a router that any Express application can mount, at its root or anywhere below. */
export function createRouter(site: Site, options: RouterOptions = {}): Router {
  const router = Router({ caseSensitive: true, strict: true })
  router.use(answerWith(site, options))
  return router
}

function answerWith(site: Site, options: RouterOptions): RequestHandler {
  const speak = languageSpeaker(site, languageChooser(options.catalogs))
  const limitVotes = voteLimit(options.voteRateLimit ?? 0)
  const guardLogins = loginGuard(options.loginFailures ?? usualLoginFailures)
  return async (req, res) => {
    const requestId = requestIdOf(req)
    res.setHeader('X-Request-Id', requestId)
    res.setHeader('X-Content-Type-Options', 'nosniff')
    res.setHeader('X-Frame-Options', 'SAMEORIGIN')
    await respond({ site, options, limitVotes, guardLogins, req, res, requestId, spoken: speak(req) })
  }
}

/** One that the caller chose is kept, so that logs of several services fit together. */
function requestIdOf(req: Request): string {
  const given = req.get('x-request-id')
  return given !== undefined && /^[\w.:-]{1,128}$/.test(given) ? given : randomUUID()
}

interface Exchange {
  readonly site: Site
  readonly options: RouterOptions
  readonly req: Request
  readonly res: Response
  readonly requestId: string
  readonly spoken: SpokenLanguage
  readonly limitVotes: VoteLimit
  readonly guardLogins: LoginGuard
}

/** Nothing that goes wrong leaves this: what Express would answer by itself holds the stack. */
async function respond(exchange: Exchange): Promise<void> {
  const { res, requestId, spoken } = exchange
  try {
    sendReply(res, await answer(exchange), await spoken.language())
  } catch (error) {
    report(exchange, error)
    const language = await spoken.language()
    if (res.headersSent) res.destroy()
    else sendReply(res, internalErrorReply({ base: '', translate: language.translate, requestId }), language)
  }
}

function report({ options, requestId }: Exchange, error: unknown): void {
  try {
    options.onError?.(error, requestId)
  } catch {
    // Who listens for faults has one; the caller is answered all the same.
  }
}

const reported = new WeakSet<DomainError>()

/** A store that fails is a fault for whoever runs the site, told once however many requests it stops. */
function reportCause(exchange: Exchange, error: DomainError): void {
  if (error.code !== 'store-unavailable' || error.cause === undefined || reported.has(error)) return
  reported.add(error)
  report(exchange, error)
}

/** What an exchange is answered with; every refusal ends here. */
async function answer(exchange: Exchange): Promise<Reply> {
  const { options, req, requestId, spoken } = exchange
  let base = options.publicUrl ?? ''
  try {
    base = options.publicUrl ?? baseUrl(req)
    return await dispatch(exchange, { base, translate: wordInEnglish, wordIn: spoken.wordIn })
  } catch (error) {
    const { translate } = await spoken.language()
    if (error instanceof DomainError) {
      reportCause(exchange, error)
      return errorReply(error, { base, translate, requestId })
    }
    report(exchange, error)
    return internalErrorReply({ base, translate, requestId })
  }
}

type Asked = Omit<OperationRequest<unknown>, 'input'>
type Frame = Pick<Asked, 'base' | 'translate' | 'wordIn'>

async function dispatch(exchange: Exchange, frame: Frame): Promise<Reply> {
  const { req, site } = exchange
  const { path: rawPath, query: rawQuery } = targetOf(req)
  const location = locate(rawPath)
  const query = readQuery(rawQuery)
  if (location.kind === 'malformed' || query === null)
    throw new DomainError('bad-request', message('request.malformed'), { context: null })
  if (location.kind === 'redirect') return redirectReply(req.method, frame.base + location.to, rawQuery)
  const row = routeFor(exchange, location)
  const caller = await authenticate(site, req, exchange.guardLogins)
  if (location.kind === 'nowhere') return refuse(site, { ...frame, caller, path: rootPath })
  const at = { ...frame, caller, path: location.path }
  try {
    if (!row) return await refuse(site, at)
    const body = row.body === null ? () => ({}) : await readBodyFor(exchange, caller, row)
    // What is wrong with the input is told only to those who may ask: core looks at it behind its guard.
    const request: ApiRequest = {
      ...at,
      rest: location.rest,
      query,
      rawQuery,
      header: name => req.get(name),
      cookie: name => cookieOf(exchange, name),
      admitVote: once(() => admitVote(exchange, caller)),
      get body() {
        return body()
      },
    }
    const asked = {
      ...at,
      ...(row.isConditional ? revisionsInTags(req.get('if-match')) : {}),
      get input() {
        return row.input(request) as never
      },
    }
    return row.reply(await site.run(row.operation, asked), request)
  } catch (error) {
    const movedTo = error instanceof DomainError ? error.details.movedTo : undefined
    if (movedTo === undefined) throw error
    return redirectReply(req.method, movedUrl(frame.base, movedTo, location), rawQuery)
  }
}

const parseCookies = cookieParser()

/**
 * Parsed when somebody asks, and once: most requests need none of the cookies that a browser sends along. What begins
 * with `j:` is JSON to the parser; no cookie of ours does.
 */
function cookieOf({ req, res }: Exchange, name: string): string | undefined {
  parseCookies(req, res, () => {})
  const value: unknown = req.cookies?.[name]
  return typeof value === 'string' ? value : undefined
}

async function admitVote({ limitVotes, req }: Exchange, caller: Caller): Promise<void> {
  if (caller.kind === 'anonymous') await limitVotes(req.ip ?? '')
}

function once<T>(work: () => T): () => T {
  let done: { readonly result: T } | undefined
  return () => {
    done ??= { result: work() }
    return done.result
  }
}

/** Clients of proxies send whole addresses, of which the host counts as little as in any other (RFC 9112, 3.2.2). */
function targetOf(req: Request): { readonly path: string; readonly query: string } {
  const url = req.url.replace(/^https?:\/\/[^/?#]*/i, '')
  const mark = url.indexOf('?')
  return mark < 0 ? { path: url, query: '' } : { path: url.slice(0, mark), query: url.slice(mark + 1) }
}

/** The row that is meant; from then on its headers are on whatever is answered. */
function routeFor({ req, res }: Exchange, location: Location): Route | undefined {
  const row =
    location.kind === 'resource' ? routes.find(candidate => isRouteFor(candidate, req.method, location)) : undefined
  for (const [name, value] of Object.entries(row?.headers ?? {})) res.setHeader(name, value)
  return row
}

/** Refused like missing content: that nothing of the kind is there is told to everybody. */
async function refuse(site: Site, at: Asked): Promise<Reply> {
  await site.run('unknownService', { ...at, input: undefined })
  return noContent
}

/** The body, or what is wrong with it, once somebody asks. */
async function readBodyFor({ req, res, options }: Exchange, caller: Caller, row: Route): Promise<() => JsonObject> {
  const limits = {
    upload: options.maxUpload ?? defaultUpload,
    mayUpload: caller.kind === 'member' && row.view === null,
  }
  try {
    const body = await readJsonBody(req, res, {
      limits,
      isDemanded: row.bodyIsDemanded,
      ...(row.body ? { schema: row.body } : {}),
    })
    return () => body
  } catch (error) {
    return () => {
      throw error
    }
  }
}
