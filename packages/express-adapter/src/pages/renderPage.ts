import {
  type Caller,
  type HtmlPage,
  type NegotiatedLanguage,
  type PageSubject,
  readQuery,
  waitingSlice,
} from '@plenum/core'
import type { Exchange } from '../exchange/exchange.js'
import type { Reply } from '../exchange/reply.js'
import { formTokenFor } from './forms/formToken.js'
import { takeNotice } from './notices.js'
import type { PageRenderer } from './pageRenderer.js'

export interface PageExchange extends Exchange {
  readonly negotiatedLanguage: NegotiatedLanguage
}

/**
 * The content security policy, which allows only files from this site, and no inline scripts or styles
 * (docs/security.md, HTML pages).
 */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "media-src 'self'",
  "connect-src 'self'",
  "form-action 'self'",
  "frame-ancestors 'self'",
  "base-uri 'none'",
].join('; ')

/** The headers of every page. A stricter referrer policy would make browsers send `Origin: null` with forms. */
const headers = {
  'Content-Type': 'text/html; charset=utf-8',
  'Content-Security-Policy': policy,
  'Referrer-Policy': 'same-origin',
} as const

type HtmlReply = Extract<Reply, { readonly kind: 'html' }>

export type PageInput = PageSubject &
  Pick<HtmlPage, 'more' | 'status' | 'path' | 'address' | 'base' | 'query'> & {
    readonly caller: Caller
    readonly returnTo?: string | null
  }

/**
 * Renders a page in the language of the request. The form token is inserted when the page is sent, so that the page can
 * be cached.
 */
export async function renderPage(
  exchange: Omit<PageExchange, 'site'>,
  renderer: PageRenderer,
  { caller, ...input }: PageInput,
): Promise<HtmlReply> {
  const { language, translate } = await exchange.negotiatedLanguage.language()
  const { hasNotice, notice } = takeNotice(exchange, input.base)
  const page: HtmlPage = {
    returnTo: null,
    ...input,
    caller: caller.kind === 'member' ? caller : null,
    formToken: renderer.tokenPlaceholder,
    language,
    translate,
    notice: notice && { id: notice.id, text: translate(notice) },
    assets: renderer.assetsAt(input.base),
  }
  const slice = waitingSlice(exchange.task)
  const html = await renderer.render(page, slice)
  if (slice.isOver()) await slice.next()
  const parts = html.split(renderer.tokenPlaceholder)
  const fill = parts.length > 1 ? (req: Exchange['req']) => formTokenFor(req, input.base) : null
  return { kind: 'html', status: input.status, parts, fill, headers, isForOne: hasNotice }
}

/**
 * Returns a page that browsers do not store, and whose URL they do not send as a referrer, because the URL contains a
 * token.
 */
export const withoutReferrer = (page: HtmlReply): HtmlReply => ({
  ...page,
  headers: { ...page.headers, 'Referrer-Policy': 'no-referrer', 'Cache-Control': 'private, no-store' },
})

export function firstValues(rawQuery: string): ReadonlyMap<string, string> {
  const entries = readQuery(rawQuery)?.entries ?? []
  return new Map(entries.toReversed())
}
