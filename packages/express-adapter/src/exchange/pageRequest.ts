import type { Location, PageView } from '@plenum/core'
import type { Request } from 'express'
import { prefersHtml } from '../html/prefersHtml.js'
import type { Route } from './route.js'

/** The page that a request asks for, or the page that its URL belongs to. */
export interface PageRequest {
  /** Null for files that pages display. */
  readonly view: PageView | null
  /** Whether the answer is HTML; otherwise JSON or a file. */
  readonly isHtml: boolean
  /** Whether the session cookie of pages is accepted. */
  readonly hasSession: boolean
}

/** The login form, whether or not there is content at this path. */
export const loginPath = '/login'
/** Forms are sent to `{path}/@@do/{action}`. */
export const formView = '@@do'
/** The event stream with live results of a poll. */
export const eventsView = '@@results-events'
/** Files that pages display: the browser requests them with the cookies of the page. */
const fileViews: ReadonlySet<string | null> = new Set(['@@images', '@@download'])

/** The page at a URL; null if there is none and the answer is always JSON (docs/pages.md, Addresses). */
export function viewAt(location: Location, row: Pick<Route, 'page'> | undefined): PageView | null {
  if (location.kind !== 'resource' || !row) return null
  return location.path === loginPath && location.view === null ? 'login' : (row.page?.view ?? null)
}

/** Whether a request for a URL with a page is answered with HTML. */
export function isHtmlRequest(req: Pick<Request, 'method' | 'headers'>, isApi: boolean): boolean {
  return !isApi && (req.method === 'GET' || req.method === 'HEAD') && prefersHtml(req.headers.accept)
}

/** The page that a request asks for; null if it has nothing to do with pages. */
export function pageRequestOf(
  req: Pick<Request, 'method' | 'headers'>,
  { location, row }: { readonly location: Location; readonly row: Route | undefined },
): PageRequest | null {
  if (location.kind !== 'resource') return null
  const { view: service, api } = location
  if (service === formView && req.method === 'POST') return { view: 'error', isHtml: true, hasSession: true }
  if (service === eventsView) return { view: 'poll', isHtml: false, hasSession: true }
  if (row && fileViews.has(service)) return api ? null : { view: null, isHtml: false, hasSession: true }
  const view = viewAt(location, row)
  const isHtml = isHtmlRequest(req, api)
  return view && { view, isHtml, hasSession: isHtml }
}
