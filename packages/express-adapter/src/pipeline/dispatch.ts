import {
  type Caller,
  DomainError,
  type JsonObject,
  message,
  type OperationRequest,
  rootPath,
  type Site,
} from '@plenum/core'
import type { ApiRequest } from '../exchange/apiRequest.js'
import type { Exchange } from '../exchange/exchange.js'
import { noContent, type Reply } from '../exchange/reply.js'
import { noteFacts } from '../exchange/requestFacts.js'
import type { Route } from '../exchange/route.js'
import type { Target } from '../exchange/target.js'
import { callerAfterBody, findCaller } from '../headers/authenticate.js'
import { createCaching, isAnonymousRequest } from '../headers/caching.js'
import { grantOf, isPreflight, requestedMethod } from '../headers/cors.js'
import { revisionsInETags } from '../headers/entityTags.js'
import { refuseForeignWrites } from '../headers/foreignOrigin.js'
import { contentPage } from '../pages/contentPage.js'
import { pageAnswer } from '../pages/pageAnswer.js'
import { type BodyReadOptions, maxBytes, type RequestBody, readBody } from './body.js'
import { movedReply, redirectReply } from './redirect.js'

type OperationContext = Omit<OperationRequest<unknown>, 'input'>

/** The context of a request: the base URL and the translations. */
export type Frame = Pick<OperationContext, 'base' | 'translate' | 'chooseTranslation'>

/** Routes a request to its operation and returns the reply; throws refusals. */
export async function dispatch(exchange: Exchange, target: Target, frame: Frame): Promise<Reply> {
  const { req, site, task, options, readAddress } = exchange
  const { query: rawQuery } = target
  const isPreflightRequest = isPreflight(req)
  const { location, row, query } = readAddress(isPreflightRequest ? requestedMethod(req) : req.method, target)
  if (location.kind === 'malformed' || query === null)
    throw new DomainError('bad-request', message('request.malformed'), { context: null })
  refuseForeignWrites(req, target.base, options)
  if (location.kind === 'redirect') return redirectReply(req.method, frame.base + location.to, rawQuery)
  const pageReply = pageAnswer(exchange, { target, frame, location })
  if (pageReply) return pageReply
  row?.begin(exchange)
  if (location.kind === 'resource') noteFacts(exchange.res, { row, path: location.path, view: location.view })
  const caller = await findCaller(exchange)
  if (location.kind === 'nowhere') return refuse(site, { caller, task, path: rootPath, ...frame })
  const { path, view, rest } = location
  noteFacts(exchange.res, { row, path, view, caller })
  // New properties come before the spread ones: behind a spread, V8 takes a microsecond for each name.
  const at = { caller, task, path, ...frame }
  try {
    if (!row) return await refuse(site, at)
    if (isPreflightRequest) return await preflightReply(exchange, at)
    if (isWriteOfMember(row, caller)) task.joinWrites()
    const afterBody = row.body ? callerAfterBody(exchange, caller) : null
    const { body, uploads } = row.body ? await bodyFor(exchange, row.body, { row, at }) : emptyBody
    const currentCaller = afterBody ? await afterBody() : caller
    const revisions = row.isConditional ? revisionsInETags(req.get('if-match')) : {}
    const context = { ...at, ...revisions, ...(uploads ? { uploads } : {}), caller: currentCaller }
    const request = { exchange, base: frame.base, caller: currentCaller, path, view, rest, query, rawQuery, body }
    return await answer(row, context, request)
  } catch (error) {
    const movedTo = error instanceof DomainError ? error.details.movedTo : undefined
    const reply =
      movedTo === undefined ? null : movedReply(req.method, movedTo, { base: frame.base, location, rawQuery })
    if (reply) return reply
    throw error
  }
}

/**
 * Writes of members must not wait behind long reads of others. `querystringSearch` is a read: it uses POST because its
 * query is too long for a URL.
 */
const isWriteOfMember = ({ method, operation }: Route, { kind }: Caller): boolean =>
  kind === 'member' && method !== 'GET' && operation !== 'querystringSearch'

/** Adds caching headers to a GET, or answers 304. */
async function answer(row: Route, context: OperationContext, request: ApiRequest): Promise<Reply> {
  const { site, req, state } = request.exchange
  if (row.method !== 'GET') return row.answer(site, context, request)
  const { pages, page } = request.exchange
  if (pages && page?.isHtml && row.page)
    return contentPage(pages, { page: row.page, isShared: row.isShared, context, request })
  const caching = createCaching(req, row.isShared && isAnonymousRequest(request.exchange, context.caller))
  const pendingReply = row.answer(
    site,
    { isUnmodified: caching.isUnmodified, ...(state ? { state } : {}), ...context },
    request,
  )
  return pendingReply.then(caching.withHeaders, caching.recover)
}

/** Refused like missing content, whose absence is no secret. */
async function refuse(site: Site, at: OperationContext): Promise<Reply> {
  await site.run('unknownService', { ...at, input: () => undefined })
  return noContent()
}

/** Grants a page of another origin access to an address with content (docs/http-answers.md, Cross-origin). */
async function preflightReply({ req, site, options }: Exchange, at: OperationContext): Promise<Reply> {
  await site.run('findContent', { ...at, input: () => undefined })
  const headers = grantOf(req, options.corsOrigins ?? [])
  return headers ? { kind: 'empty', status: 200, headers } : noContent()
}

interface Body {
  /** Returns the body, or throws the error that reading it caused. */
  readonly body: () => JsonObject
  readonly uploads?: RequestBody['uploads']
}

const emptyBody: Body = { body: () => ({}) }

const defaultUpload = 25 * 1024 * 1024

/**
 * Reads the body only after the permission check, which therefore comes first (docs/http-answers.md, Permission before
 * body). If the whole body has arrived already, the operation itself checks permission before it calls `body`.
 */
async function bodyFor(
  exchange: Exchange,
  schema: BodyReadOptions['schema'],
  { row, at }: { readonly row: Route; readonly at: OperationContext },
): Promise<Body> {
  const { site, incoming, options } = exchange
  const { maxUpload = defaultUpload } = options
  const upload = row.view === null && at.caller.kind === 'member' ? maxUpload : null
  if (upload !== null) incoming.allow(Math.max(upload, maxBytes))
  if (incoming.hasBody && !incoming.hasArrived()) await site.admit(row.operation, at)
  at.task?.releasePermit()
  try {
    const reading = {
      caller: at.caller,
      upload,
      schema,
      isRequired: row.isBodyRequired,
      parseLargeBody: options.parseLargeBody,
    }
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
