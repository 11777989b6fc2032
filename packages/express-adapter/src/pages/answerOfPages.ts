import { type Location, rootPath } from '@plenum/core'
import type { Frame } from '../dispatch.js'
import type { Exchange } from '../exchange.js'
import { bytesReply, type Reply } from '../reply.js'
import { noteFacts } from '../requestFacts.js'
import type { Target } from '../target.js'
import { eventsView, formView } from './askedPage.js'
import { answerForm } from './forms/answerForm.js'
import { resultsEvents } from './live/resultsEvents.js'
import { loginPage } from './loginPage.js'
import { filesView, type PageMaker } from './pageMaker.js'

export interface PagesAsked {
  readonly target: Target
  readonly frame: Frame
  readonly location: Location
}

/** The answer at URLs that belong to pages alone; null at all others (docs/pages.md, Addresses). */
export function answerOfPages(exchange: Exchange, { target, frame, location }: PagesAsked): Promise<Reply> | null {
  const { pages, page, req, res } = exchange
  if (!pages || location.kind !== 'resource') return null
  const { path, view, rest } = location
  const facts = (address: string) => noteFacts(res, { row: { address }, path, view })
  const isRead = req.method === 'GET' || req.method === 'HEAD'
  if (view === filesView && isRead && path === rootPath) {
    const file = pageFile(pages, rest)
    if (file) facts(`GET ${filesView}/*`)
    return file && Promise.resolve(file)
  }
  if (view === formView && req.method === 'POST' && rest.length === 1) {
    facts(`POST ${formView}/*`)
    return answerForm(exchange, pages, { path, action: rest[0] ?? '', frame })
  }
  if (view === eventsView && req.method === 'GET' && rest.length === 0)
    return resultsEvents(exchange, pages.live, { path, frame })
  return page?.view === 'login' && page.isHtml ? loginPage(exchange, pages, { frame, rawQuery: target.query }) : null
}

function pageFile({ files }: PageMaker, [name = '', ...others]: readonly string[]): Reply | null {
  const file = others.length === 0 ? files.get(name) : undefined
  if (!file) return null
  const headers = { 'Content-Type': file.type, 'Cache-Control': 'public, max-age=31536000, immutable' }
  return bytesReply(file.bytes, headers)
}
