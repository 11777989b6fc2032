import { DomainError, type JsonObject, message, type OperationRequest, rootPath, type Site } from '@plenum/core'
import { findCaller } from './authenticate.js'
import { baseUrl } from './baseUrl.js'
import { type BodyRead, type BodyReading, maxBytes, readBody } from './body.js'
import { revisionsInTags } from './entityTags.js'
import type { Exchange } from './exchange.js'
import { refuseForeignWrites } from './guards/foreignOrigin.js'
import { locate } from './locate.js'
import { readQuery } from './queryParameters.js'
import { movedReply, redirectReply } from './redirect.js'
import { noContent, type Reply } from './reply.js'
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
  const { req, site, work, options } = exchange
  const { path: rawPath, query: rawQuery } = targetOf(exchange)
  const location = locate(rawPath)
  const query = readQuery(rawQuery)
  if (location.kind === 'malformed' || query === null)
    throw new DomainError('bad-request', message('request.malformed'), { context: null })
  refuseForeignWrites(req, options)
  if (location.kind === 'redirect') return redirectReply(req.method, frame.base + location.to, rawQuery)
  const isAsked = (one: Route) => location.kind === 'resource' && isRouteFor(one, req.method, location)
  const row = options.routes?.find(isAsked) ?? routes.find(isAsked)
  row?.begin(exchange)
  const caller = await findCaller(exchange)
  if (location.kind === 'nowhere') return refuse(site, { ...frame, caller, work, path: rootPath })
  const { path, view, rest } = location
  const at = { ...frame, caller, work, path }
  try {
    if (!row) return await refuse(site, at)
    const { body, uploads } = row.body ? await bodyFor(exchange, row.body, { row, at }) : emptyBody
    const revisions = row.isConditional ? revisionsInTags(req.get('if-match')) : {}
    const asked = { ...at, ...revisions, ...(uploads ? { uploads } : {}) }
    return await row.answer(site, asked, {
      exchange,
      base: frame.base,
      caller,
      path,
      view,
      rest,
      query,
      rawQuery,
      body,
    })
  } catch (error) {
    const movedTo = error instanceof DomainError ? error.details.movedTo : undefined
    const reply =
      movedTo === undefined ? null : movedReply(req.method, movedTo, { base: frame.base, location, rawQuery })
    if (reply) return reply
    throw error
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

/** Refused like missing content: that nothing of the kind is there is told to everybody. */
async function refuse(site: Site, at: Asked): Promise<Reply> {
  await site.run('unknownService', { ...at, input: () => undefined })
  return noContent()
}

interface Body {
  /** The body, or what is wrong with it, once somebody asks. */
  readonly body: () => JsonObject
  readonly uploads?: BodyRead['uploads']
}

const emptyBody: Body = { body: () => ({}) }

const defaultUpload = 25 * 1024 * 1024

/**
 * Takes in the body of those who may ask at all: whoever may not is told so before (docs/http-answers.md, Permission
 * before body).
 */
async function bodyFor(
  exchange: Exchange,
  schema: BodyReading['schema'],
  { row, at }: { readonly row: Route; readonly at: Asked },
): Promise<Body> {
  const { site, incoming, options } = exchange
  const { maxUpload = defaultUpload } = options
  const upload = row.view === null && at.caller.kind === 'member' ? maxUpload : null
  if (upload !== null) incoming.allow(Math.max(upload, maxBytes))
  if (incoming.isThere) await site.admit(row.operation, at)
  try {
    const reading = { upload, schema, isDemanded: row.bodyIsDemanded, parseLargeBody: options.parseLargeBody }
    const { body, uploads } = await readBody(exchange, reading)
    return { body: () => body, uploads }
  } catch (error) {
    if (!(error instanceof DomainError)) throw error
    const body = (): never => {
      throw error
    }
    return { body }
  }
}
