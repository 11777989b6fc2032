import { type Location, rootPath } from '@plenum/core'
import type { Frame } from '../exchange/exchange.js'
import { bytesReply, type Reply } from '../exchange/reply.js'
import { noteFacts } from '../exchange/requestFacts.js'
import type { Target } from '../exchange/target.js'
import { findCaller, type LoginExchange } from '../headers/authenticate.js'
import { answerForm, type FormExchange } from './forms/answerForm.js'
import { resultsEvents } from './live/resultsEvents.js'
import { filesView, type PageRenderer } from './pageRenderer.js'
import { eventsView, formView, loginPath, type RequestedPage, resetTokenIn } from './pageRequest.js'
import { collectExpiry } from './parts/pageExpiry.js'
import { surroundingParts } from './parts/pageParts.js'
import { firstValues, type PageExchange, renderPage, withoutReferrer } from './renderPage.js'

export interface LocatedRequest {
  readonly target: Target
  readonly frame: Frame
  readonly location: Location
}

/** Answers requests for URLs that only pages use (docs/pages.md, URLs of pages). Returns null for all other URLs. */
export function pageAnswer(
  exchange: FormExchange & RequestedPage,
  { target, frame, location }: LocatedRequest,
): Promise<Reply> | null {
  const { pages, page, req, res } = exchange
  if (!pages || location.kind !== 'resource') return null
  const { path, view, rest } = location
  const noteAddress = (address: string) => noteFacts(res, { row: { address }, path, view })
  const isRead = req.method === 'GET' || req.method === 'HEAD'
  if (view === filesView && isRead && path === rootPath) {
    const file = pageFile(pages, rest)
    if (file) noteAddress(`GET ${filesView}/*`)
    return file && Promise.resolve(file)
  }
  if (view === formView && req.method === 'POST' && rest.length === 1) {
    noteAddress(`POST ${formView}/*`)
    return answerForm(exchange, pages, { path, action: rest[0] ?? '', frame })
  }
  if (view === eventsView && req.method === 'GET' && rest.length === 0)
    return resultsEvents(exchange, pages.live, { path, frame })
  if (!page?.isHtml || (page.view !== 'login' && page.view !== 'password')) return null
  const token = resetTokenIn(path)
  if (token !== null) noteAddress('GET /passwordreset/*')
  return loginPage(exchange, pages, { frame, path, rawQuery: target.query })
}

function pageFile(pages: PageRenderer, [name = '', ...further]: readonly string[]): Reply | null {
  const file = further.length === 0 ? pages.fileNamed(name) : null
  if (!file) return null
  const headers = { 'Content-Type': file.type, 'Cache-Control': 'public, max-age=31536000, immutable' }
  return bytesReply(file.bytes, headers)
}

async function loginPage(
  exchange: PageExchange & LoginExchange,
  renderer: PageRenderer,
  { frame, path, rawQuery }: { frame: Frame; path: string; rawQuery: string },
): Promise<Reply> {
  const caller = await findCaller(exchange)
  const query = firstValues(rawQuery)
  const context = { ...frame, caller, task: exchange.task, path: rootPath }
  const more = await surroundingParts(exchange.site, context, collectExpiry())
  const { base } = frame
  const at = { path: rootPath, address: base + loginPath, base, query, caller, more, status: 200 }
  const token = resetTokenIn(path)
  if (token === null && !query.has('forgot')) {
    const answer = { came_from: query.get('came_from') ?? '' }
    return renderPage(exchange, renderer, { view: 'login', answer, ...at })
  }
  const answer = { token, user: query.get('userid') ?? '' }
  const page = await renderPage(exchange, renderer, { view: 'password', answer, ...at })
  return token === null ? page : withoutReferrer(page)
}
