import type { AnswerMetadata } from '@plenum/core'
import { type ApiRequest, urlOfRequest } from '../exchange/apiRequest.js'
import type { OperationContext } from '../exchange/exchange.js'
import type { Reply } from '../exchange/reply.js'
import type { Route, RoutePage } from '../exchange/route.js'
import { isAnonymousRequest, sharedCacheControl } from '../headers/caching.js'
import type { PageRenderer } from './pageRenderer.js'
import { collectExpiry } from './parts/pageExpiry.js'
import { pageParts } from './parts/pageParts.js'
import { firstValues, type PageExchange, renderPage } from './renderPage.js'
import { shownObject } from './shownObject.js'

interface PageSource {
  readonly page: RoutePage
  readonly isShared: Route['isShared']
  readonly context: OperationContext
  readonly request: ApiRequest
}

/** Renders the page at a URL: its JSON answer and the answers of further operations as HTML. */
export async function contentPage(
  exchange: PageExchange,
  renderer: PageRenderer,
  { page, isShared, context, request }: PageSource,
): Promise<Reply> {
  const { base, caller } = request
  const expiry = collectExpiry()
  const { reply, path } = await shownObject(request.path, at =>
    answerOf(page, { context: { ...context, path: at }, request, add: expiry.add }),
  )
  if (reply.kind !== 'subject') return reply
  const { subject, status } = reply
  const query = firstValues(request.rawQuery)
  const more = await pageParts(exchange.site, { ...subject, query }, { context: { ...context, path }, expiry })
  const at = { path, address: urlOfRequest(request), base, caller, query }
  const rendered = await renderPage(exchange, renderer, { ...subject, more, status, ...at })
  const combined = rendered.isForOne ? null : expiry.ofAll()
  const isCacheable = isShared && rendered.fill === null && isAnonymousRequest(request.exchange, caller)
  const cacheHeaders: HtmlHeaders =
    combined && isCacheable ? { 'Cache-Control': sharedCacheControl(combined.changesIn) } : {}
  return { ...rendered, headers: { ...rendered.headers, ...cacheHeaders }, expiry: combined ?? undefined }
}

type HtmlHeaders = Readonly<Record<string, string>>

interface AnswerSource extends Omit<PageSource, 'page' | 'isShared'> {
  add(metadata: AnswerMetadata | null): void
}

/** The JSON answer; a client with the current JSON still needs the page, so there is no 304. */
async function answerOf(page: RoutePage, { context, request, add }: AnswerSource): ReturnType<RoutePage['answer']> {
  let metadata: AnswerMetadata | null = null
  const recordMetadata = (answer: AnswerMetadata): boolean => {
    metadata = answer
    return false
  }
  const reply = await page.answer(request.exchange.site, { ...context, isUnmodified: recordMetadata }, request)
  add(metadata)
  return reply
}
