import type { Location, PageView } from '@plenum/core'
import type { Request } from 'express'
import type { Route } from '../route.js'
import { prefersHtml } from './prefersHtml.js'

/** What is asked of an address that has a page, or belongs to one. */
export interface AskedPage {
  /** Null for the files that pages show. */
  readonly view: PageView | null
  /** Whether a page is sent; else JSON, or a file. */
  readonly isHtml: boolean
  /** Whether the session of pages counts. */
  readonly hasSession: boolean
}

/** Where the form to log in is, whether or not there is content. */
export const loginPath = '/login'
/** Where forms are sent: `{path}/@@do/{action}`. */
export const formView = '@@do'
/** Where the results of a poll are told as they change. */
export const eventsView = '@@results-events'
/** Where the files are that pages show. A browser asks for them with the cookies of the page. */
const fileViews: ReadonlySet<string | null> = new Set(['@@images', '@@download'])

/** Of which page an address is; null where it has none, and is always answered with JSON (docs/pages.md, Addresses). */
export function viewAt(location: Location, row: Pick<Route, 'page'> | undefined): PageView | null {
  if (location.kind !== 'resource' || !row) return null
  return location.path === loginPath && location.view === null ? 'login' : row.page
}

/** Whether a request for an address with a page is answered with it. */
export function isHtmlAsked(req: Pick<Request, 'method' | 'headers'>, isApi: boolean): boolean {
  return !isApi && (req.method === 'GET' || req.method === 'HEAD') && prefersHtml(req.headers.accept)
}

/** What a request asks of pages; null where it has nothing to do with them. */
export function askedPage(
  req: Pick<Request, 'method' | 'headers'>,
  { location, row }: { readonly location: Location; readonly row: Route | undefined },
): AskedPage | null {
  if (location.kind !== 'resource') return null
  const { view: service, api } = location
  if (service === formView && req.method === 'POST') return { view: 'error', isHtml: true, hasSession: true }
  if (service === eventsView) return { view: 'poll', isHtml: false, hasSession: true }
  if (row && fileViews.has(service)) return api ? null : { view: null, isHtml: false, hasSession: true }
  const view = viewAt(location, row)
  const isHtml = isHtmlAsked(req, api)
  return view && { view, isHtml, hasSession: isHtml }
}
