import type { Location, PageView } from '@plenum/core'
import type { Request } from 'express'
import type { Route } from '../exchange/route.js'
import type { PageRenderer } from './pageRenderer.js'

/** The page that a request asks for, or the page that its URL belongs to. */
export interface PageRequest {
  /** Null for files that pages display. */
  readonly view: PageView | null
  /** Whether the answer is HTML; otherwise JSON or a file. */
  readonly isHtml: boolean
  /** Whether the session cookie of pages is accepted. */
  readonly hasSession: boolean
}

/** The page of a request, and the renderer of the application. */
export interface RequestedPage {
  /** Null if the application has no pages. */
  readonly pages: PageRenderer | null
  /** Null if the request has nothing to do with pages. */
  readonly page: PageRequest | null
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
export const isHtmlRequest = (req: Pick<Request, 'method' | 'headers'>, isApi: boolean): boolean =>
  !isApi && (req.method === 'GET' || req.method === 'HEAD') && prefersHtml(req.headers.accept)

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

/** Maximum number of cached `Accept` headers per process. */
const maxCached = 500
/** Maximum length of a cached header, in characters. */
const maxLength = 512

const cachedHeaders = new Map<string, boolean>()

/** Whether an `Accept` header prefers `text/html` to JSON; without a header, and on a tie, JSON is sent. */
function prefersHtml(accept: string | undefined): boolean {
  if (accept === undefined || accept === '*/*' || accept === 'application/json') return false
  const cached = cachedHeaders.get(accept)
  if (cached !== undefined) return cached
  const ranges = accept.split(',').map(rangeOf)
  const prefers = qualityOf(ranges, 'text', 'html') > qualityOf(ranges, 'application', 'json')
  if (cachedHeaders.size >= maxCached) cachedHeaders.clear()
  if (accept.length <= maxLength) cachedHeaders.set(accept, prefers)
  return prefers
}

interface Range {
  readonly name: string
  readonly quality: number
}

function rangeOf(text: string): Range {
  const [name = '', ...parameters] = text.split(';').map(part => part.trim().toLowerCase())
  const value = parameters.find(parameter => parameter.startsWith('q='))?.slice(2) ?? '1'
  return { name, quality: /^(?:0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/.test(value) ? Number(value) : 0 }
}

/** The quality of the most specific range that matches the media type (RFC 9110, 12.5.1). */
function qualityOf(ranges: readonly Range[], type: string, subtype: string): number {
  const qualityFor = (range: string) => ranges.find(({ name }) => name === range)?.quality
  return qualityFor(`${type}/${subtype}`) ?? qualityFor(`${type}/*`) ?? qualityFor('*/*') ?? 0
}
