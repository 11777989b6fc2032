import { type AnswerMetadata, DomainError } from '@plenum/core'
import { joinPath } from '@plenum/core/ports'
import { hasVoteCookie, voteTokenIn } from '../endpoints/polls.js'
import { type ApiRequest, urlOfRequest } from '../exchange/apiRequest.js'
import type { OperationContext } from '../exchange/exchange.js'
import type { Reply } from '../exchange/reply.js'
import type { Route, RoutePage } from '../exchange/route.js'
import { isAnonymousRequest, sharedCacheControl } from '../headers/caching.js'
import type { PageRenderer } from './pageRenderer.js'
import { collectExpiry } from './parts/pageExpiry.js'
import { isOmittedRefusal, pageParts } from './parts/pageParts.js'
import { firstValues, type PageExchange, renderPage, withoutReferrer } from './renderPage.js'

interface PageSource {
  readonly page: RoutePage
  readonly isShared: Route['isShared']
  readonly context: OperationContext
  readonly request: ApiRequest
}

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
  const voteToken = hasVoteCookie(exchange.req) ? voteTokenIn(exchange) : null
  const at = { context: { ...context, path }, expiry, voteToken }
  const more = await pageParts(exchange.site, { ...subject, query }, at)
  const frame = { path, address: urlOfRequest(request), base, caller, query }
  const rendered = await renderPage(exchange, renderer, { ...subject, more, status, ...frame })
  if (more.hasVoted) return { ...rendered, headers: { ...rendered.headers, 'Cache-Control': 'private, no-store' } }
  if (subject.view === 'unsubscribe') return withoutReferrer(rendered)
  const combined = rendered.isForOne ? null : expiry.ofAll()
  const isCacheable = isShared && rendered.fill === null && isAnonymousRequest(request.exchange, caller)
  const cacheHeaders: Readonly<Record<string, string>> =
    combined && isCacheable ? { 'Cache-Control': sharedCacheControl(combined.changesIn) } : {}
  return { ...rendered, headers: { ...rendered.headers, ...cacheHeaders }, expiry: combined ?? undefined }
}

interface AnswerSource extends Omit<PageSource, 'page' | 'isShared'> {
  add(metadata: AnswerMetadata | null): void
}

/**
 * Returns the JSON response that the page presents. The status is never 304, because a client that already has the JSON
 * still needs the page.
 */
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

type ObjectReply = Awaited<ReturnType<RoutePage['answer']>>

interface ShownObject {
  readonly reply: ObjectReply
  readonly path: string
}

/**
 * The maximum number of default pages that are followed in a row. A default page may itself be a container with a
 * default page.
 */
const maxSteps = 10

/**
 * Returns the default page of a container if the caller can view that page, and otherwise the container itself
 * (docs/content-and-access.md, Default pages, rule 3). `answerAt` returns the JSON of the object at a path.
 */
async function shownObject(path: string, answerAt: (path: string) => Promise<ObjectReply>): Promise<ShownObject> {
  let shown: ShownObject = { reply: await answerAt(path), path }
  for (let step = 0; step < maxSteps; step++) {
    const id = defaultPageIn(shown.reply)
    const next = id === undefined ? null : joinPath(shown.path, id)
    const reply = next && (await unlessRefused(() => answerAt(next)))
    if (!next || !reply) return shown
    shown = { reply, path: next }
  }
  return shown
}

const defaultPageIn = (reply: ObjectReply): string | undefined =>
  reply.kind === 'subject' && reply.subject.view === 'object' ? reply.subject.answer.default_page : undefined

/**
 * Returns the response, or null if the default page cannot be read because it was renamed, moved, hidden or deleted
 * after the container was read.
 */
async function unlessRefused<T>(answer: () => Promise<T>): Promise<T | null> {
  try {
    return await answer()
  } catch (error) {
    if (error instanceof DomainError && isOmittedRefusal(error)) return null
    throw error
  }
}
