import { type Caller, DomainError, message, type OperationRequest, rootPath, type Site } from '@plenum/core'
import cookieParser from 'cookie-parser'
import type { Request } from 'express'
import { authenticate } from './authenticate.js'
import { baseUrl } from './baseUrl.js'
import { type BodyRead, maxBytes, readBody } from './body.js'
import { revisionsInTags } from './entityTags.js'
import type { Exchange } from './exchange.js'
import { isWriting, refuseForeignPages } from './guards/foreignOrigin.js'
import { type Location, locate } from './locate.js'
import { readQuery } from './queryParameters.js'
import { movedUrl, redirectReply } from './redirect.js'
import { noContent, type Reply } from './reply.js'
import type { ApiRequest } from './request.js'
import { isRouteFor, type Route } from './route.js'
import { routes } from './routes.js'

type Asked = Omit<OperationRequest<unknown>, 'input'>

/** What a request asks within: where addresses begin, and how texts are worded. */
export type Frame = Pick<Asked, 'base' | 'translate' | 'wordIn'>

/** The URL that the site has for this client; throws when the client names it in no possible way. */
export function baseOf({ req, options }: Exchange): string {
  if (req.headers.host === undefined && req.httpVersion === '1.1')
    throw new DomainError('bad-request', message('request.host'), { context: null })
  return options.publicUrl ?? baseUrl(req)
}

/** What a request is answered with; refusals are thrown. */
export async function dispatch(exchange: Exchange, frame: Frame): Promise<Reply> {
  const { req, site, work } = exchange
  const { path: rawPath, query: rawQuery } = targetOf(exchange)
  const location = locate(rawPath)
  const query = readQuery(rawQuery)
  if (location.kind === 'malformed' || query === null)
    throw new DomainError('bad-request', message('request.malformed'), { context: null })
  judgeSource(exchange)
  if (location.kind === 'redirect') return redirectReply(req.method, frame.base + location.to, rawQuery)
  const row = routeFor(exchange, location)
  const caller = await authenticate(site, req, exchange.guardLogins)
  if (location.kind === 'nowhere') return refuse(site, { ...frame, caller, work, path: rootPath })
  const at = { ...frame, caller, work, path: location.path }
  try {
    if (!row) return await refuse(site, at)
    const body = row.body === null ? emptyBody : await bodyFor(exchange, { row, at })
    const request: ApiRequest = {
      ...at,
      rest: location.rest,
      query,
      rawQuery,
      header: name => req.get(name),
      cookie: name => cookieOf(exchange, name),
      admitVote: once(() => admitVote(exchange, caller)),
      // What is wrong with the input is told only to those who may ask: core looks at it behind its guard.
      get body() {
        return body.read().body
      },
    }
    const asked = {
      ...at,
      ...(row.isConditional ? revisionsInTags(req.get('if-match')) : {}),
      ...(body.uploads ? { uploads: body.uploads } : {}),
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

/** Clients of proxies send whole addresses, of which the host counts as little as in any other (RFC 9112, 3.2.2). */
function targetOf({ req, limits }: Exchange): { readonly path: string; readonly query: string } {
  if (req.originalUrl.length > limits.url)
    throw new DomainError('uri-too-long', message('request.too-long', { limit: limits.url }), { context: null })
  const url = req.url.replace(/^https?:\/\/[^/?#]*/i, '')
  const mark = url.indexOf('?')
  return mark < 0 ? { path: url, query: '' } : { path: url.slice(0, mark), query: url.slice(mark + 1) }
}

function judgeSource({ req, options: { publicUrl, corsOrigins = [] } }: Exchange): void {
  if (!isWriting(req.method)) return
  const source = { origin: req.get('origin'), fetchSite: req.get('sec-fetch-site') }
  // Express tells the host that a believed proxy has forwarded.
  const hosts = [req.get('host'), req.host, publicUrl && new URL(publicUrl).host]
  refuseForeignPages(source, { hosts: hosts.filter(host => host !== undefined), origins: corsOrigins })
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

interface Body {
  /** The body, or what is wrong with it, once somebody asks. */
  readonly read: () => Pick<BodyRead, 'body'>
  readonly uploads?: BodyRead['uploads']
}

const emptyBody: Body = { read: () => ({ body: {} }) }

const defaultUpload = 25 * 1024 * 1024

/**
 * Takes in the body of those who may ask at all: whoever may not is told so before (docs/http-answers.md, Permission
 * before body).
 */
async function bodyFor(exchange: Exchange, { row, at }: { readonly row: Route; readonly at: Asked }): Promise<Body> {
  const { site, incoming, options } = exchange
  const upload = options.maxUpload ?? defaultUpload
  if (row.view === null && at.caller.kind === 'member') incoming.allow(Math.max(upload, maxBytes))
  if (incoming.isThere) await site.admit(row.operation, at)
  try {
    const read = await readBody(exchange, {
      upload: row.view === null && at.caller.kind === 'member' ? upload : null,
      schema: row.body ?? {},
      isDemanded: row.bodyIsDemanded,
      parseLargeBody: options.parseLargeBody,
    })
    return { read: () => read, uploads: read.uploads }
  } catch (error) {
    if (!(error instanceof DomainError)) throw error
    return {
      read: () => {
        throw error
      },
    }
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
  if (caller.kind === 'anonymous') await limitVotes((req as Request).ip ?? '')
}

function once<T>(work: () => T): () => T {
  let done: { readonly result: T } | undefined
  return () => {
    done ??= { result: work() }
    return done.result
  }
}
