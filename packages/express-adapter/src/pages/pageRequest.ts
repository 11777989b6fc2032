import type { Location, PageView } from '@plenum/core'
import type { Request } from 'express'
import type { Route } from '../exchange/route.js'
import type { PageRenderer } from './pageRenderer.js'

/**
 * The page to which a request belongs: the requested page itself, or the page that uses the requested file, form or
 * event stream.
 */
export interface PageRequest {
  readonly view: PageView | null
  /** Whether the response is HTML instead of JSON or a file. */
  readonly isHtml: boolean
  readonly hasSession: boolean
}

export interface RequestedPage {
  readonly pages: PageRenderer | null
  readonly page: PageRequest | null
}

export const loginPath = '/login'
/** Matches the path of the form that sets a password. The last segment is the token (docs/pages.md, Passwords). */
const resetPath = /^\/passwordreset\/([0-9a-f]{64})$/
/** The view to which forms are sent, at URLs such as `{path}/@@do/{action}`. */
export const formView = '@@do'
const unsubscribeView = '@unsubscribe'
export const eventsView = '@@results-events'
const fileViews: ReadonlySet<string | null> = new Set(['@@images', '@@download'])

/** Returns the page view at a URL, or null if the response at the URL is always JSON (docs/pages.md, URLs of pages). */
export function viewAt(location: Location, row: Pick<Route, 'page'> | undefined): PageView | null {
  if (location.kind !== 'resource' || !row) return null
  if (location.view !== null) return row.page?.view ?? null
  if (location.path === loginPath) return 'login'
  return resetTokenIn(location.path) === null ? (row.page?.view ?? null) : 'password'
}

export const resetTokenIn = (path: string): string | null => resetPath.exec(path)?.[1] ?? null

/** The actions of forms that are authorized by a token in the form instead of a cookie. */
const tokenActions: readonly string[] = ['password', 'unsubscribe']

export const hasOwnToken = (action: string): boolean => tokenActions.includes(action)

/**
 * Whether a request is authorized by a token from an email instead of a cookie. The origin of such a request is not
 * checked, because browsers send `Origin: null` with forms on pages that send no referrer, and email programs post to
 * `@unsubscribe` (RFC 8058).
 */
export const isAuthorizedByToken = (location: Location): boolean =>
  location.kind === 'resource' &&
  (location.view === unsubscribeView || (location.view === formView && hasOwnToken(location.rest.join('/'))))

/** Whether the client prefers HTML to JSON at a URL that has a page. */
export const isHtmlRequest = (req: Pick<Request, 'method' | 'headers'>, isApi: boolean): boolean =>
  !isApi && (req.method === 'GET' || req.method === 'HEAD') && prefersHtml(req.headers.accept)

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
  // At URLs without an endpoint, browsers get the error as a page.
  if (!row && !api) return { view: 'error', isHtml, hasSession: isHtml }
  return view && { view, isHtml, hasSession: isHtml }
}

/** The maximum number of cached `Accept` headers per process. */
const maxCached = 500
/** The maximum length, in characters, of a cached `Accept` header. */
const maxLength = 512

const cachedHeaders = new Map<string, boolean>()

/**
 * Whether the client prefers HTML to JSON. Returns false if there is no `Accept` header or if it expresses no
 * preference.
 */
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

/** Returns the quality of the most specific range that matches the media type (RFC 9110, section 12.5.1). */
function qualityOf(ranges: readonly Range[], type: string, subtype: string): number {
  const qualityFor = (range: string) => ranges.find(({ name }) => name === range)?.quality
  return qualityFor(`${type}/${subtype}`) ?? qualityFor(`${type}/*`) ?? qualityFor('*/*') ?? 0
}
