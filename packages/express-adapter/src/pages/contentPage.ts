import {
  type AnswerMetadata,
  fullObject,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  type OperationRequest,
  type PageView,
} from '@plenum/core'
import { type ApiRequest, urlOfRequest } from '../exchange/apiRequest.js'
import type { Reply } from '../exchange/reply.js'
import type { Route } from '../exchange/route.js'
import { isAnonymousRequest, sharedCacheControl } from '../headers/caching.js'
import type { PageRenderer } from '../html/pageRenderer.js'
import { collectExpiry } from './pageExpiry.js'
import { pageParts } from './pageParts.js'
import { firstValues, type PageSubject, renderPage } from './renderPage.js'

type OperationContext = Omit<OperationRequest<unknown>, 'input'>

interface PageSource {
  readonly row: Route
  readonly context: OperationContext
  readonly request: ApiRequest
}

/** Renders the page at a URL: its JSON answer and the answers of further operations as HTML. */
export async function contentPage(renderer: PageRenderer, { row, context, request }: PageSource): Promise<Reply> {
  const { exchange, path, base, caller } = request
  const { site, page } = exchange
  const view = page?.view ?? 'object'
  const expiry = collectExpiry()
  const reply = await answerOf(row, { context, request, add: expiry.add })
  if (reply.kind !== 'json') return reply
  const subject = subjectOf(view, reply.body)
  const query = firstValues(request.rawQuery)
  const more = await pageParts(site, { ...subject, query }, { context, expiry })
  const at = { path, address: urlOfRequest(request), base, caller, query }
  const rendered = await renderPage(exchange, renderer, { ...subject, more, status: reply.status, ...at })
  const combined = rendered.isForOne ? null : expiry.ofAll()
  const isShared = row.isShared && rendered.fill === null && isAnonymousRequest(exchange, caller)
  const cacheHeaders: HtmlHeaders =
    combined && isShared ? { 'Cache-Control': sharedCacheControl(combined.changesIn) } : {}
  return { ...rendered, headers: { ...rendered.headers, ...cacheHeaders }, expiry: combined ?? undefined }
}

type HtmlHeaders = Readonly<Record<string, string>>

interface AnswerSource extends Omit<PageSource, 'row'> {
  add(metadata: AnswerMetadata | null): void
}

/** The JSON answer; a client with the current JSON still needs the page, so there is no 304. */
async function answerOf(row: Route, { context, request, add }: AnswerSource): Promise<Reply> {
  let metadata: AnswerMetadata | null = null
  const recordMetadata = (answer: AnswerMetadata): boolean => {
    metadata = answer
    return false
  }
  const reply = await row.answer(request.exchange.site, { ...context, isUnmodified: recordMetadata }, request)
  add(metadata)
  return reply
}

/** Each route names the view that fits its payload; the compiler relies on that here. */
const subjectOf = (view: PageView, body: JsonValue): PageSubject =>
  ({ view, answer: objectOf(body) }) as JsonObject as PageSubject

/** The answer as plain JSON: cached members and items of listings may be serialized already. */
function objectOf(body: JsonValue): JsonObject {
  const { items, ...rest } = isJsonObject(body) ? fullObject(body) : { items: body }
  const isList = Array.isArray(items)
  if (items === undefined) return rest
  return { ...rest, items: isList ? items.map(item => (isJsonObject(item) ? fullObject(item) : item)) : items }
}
