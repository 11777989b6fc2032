import { anonymous, isJsonObject, type PageSubject, rootPath } from '@plenum/core'
import type { RefusalPayload } from '@plenum/core/answers'
import type { Reply } from '../exchange/reply.js'
import { factsOf } from '../exchange/requestFacts.js'
import type { PageRenderer } from './pageRenderer.js'
import { formView } from './pageRequest.js'
import { collectExpiry } from './parts/pageExpiry.js'
import { surroundingParts } from './parts/pageParts.js'
import { type PageExchange, type PageInput, renderPage } from './renderPage.js'

export async function refusalPage(
  exchange: PageExchange,
  renderer: PageRenderer,
  { reply, base, subject }: RefusedReply,
): Promise<Reply> {
  if (reply.kind !== 'json') return reply
  const { path = rootPath, caller = anonymous } = factsOf(exchange.res) ?? {}
  const answer: RefusalPayload = isJsonObject(reply.body) ? reply.body : {}
  const input = {
    ...(subject ?? ({ view: 'error', answer } as const)),
    status: reply.status,
    path,
    address: addressOf(exchange, base),
    base,
    query: new Map(),
    caller,
    returnTo: returnAddress(exchange, base),
  }
  const more = reply.status >= 500 ? {} : await surroundings(exchange, { base, caller })
  // Prevents the error page itself from being refused because of overload.
  exchange.task.prioritize()
  const page = await renderPage(exchange, renderer, { ...input, more })
  return { ...page, headers: { ...page.headers, ...reply.headers } }
}

interface RefusedReply {
  readonly reply: Reply
  readonly base: string
  /** The page to show instead of the error page, such as a form with a message. */
  readonly subject?: PageSubject
}

/**
 * Returns the URL of the request without its query. For a form, returns the URL of the object that the form changes.
 */
function addressOf({ req }: PageExchange, base: string): string {
  const [url = ''] = req.url.split('?', 1)
  const end = url.indexOf(`/${formView}/`)
  const path = end < 0 ? url : url.slice(0, end)
  return base + path
}

/**
 * Returns the referrer if it is on this site, and otherwise the URL of the object. Returns null if the request is not
 * a form submission.
 */
function returnAddress(exchange: PageExchange, base: string): string | null {
  const { method, headers } = exchange.req
  if (method !== 'POST') return null
  const referrer = headers.referer ?? ''
  return referrer.startsWith(`${base}/`) ? referrer : addressOf(exchange, base)
}

/**
 * Fetches the parts around the content of the page, such as the navigation. Parts that cannot be read are omitted,
 * because a second error would not help the reader.
 */
async function surroundings(
  { site, task, negotiatedLanguage }: PageExchange,
  around: Pick<PageInput, 'base' | 'caller'>,
): Promise<PageInput['more']> {
  const { translate } = await negotiatedLanguage.language()
  const context = {
    ...around,
    translate,
    chooseTranslation: negotiatedLanguage.chooseTranslation,
    task,
    path: rootPath,
  }
  return surroundingParts(site, context, collectExpiry()).catch(() => ({}))
}
