import { type Caller, type HtmlPage, type PageAnswers, type PageView, readQuery } from '@plenum/core'
import type { Exchange } from '../exchange.js'
import type { Reply } from '../reply.js'
import { formTokenFor } from './formToken.js'
import { takeNotice } from './notices.js'
import { pageHeaders } from './pageHeaders.js'
import type { PageMaker } from './pageMaker.js'

type HtmlReply = Extract<Reply, { readonly kind: 'html' }>

/** The variable parts of a page. */
export type MadeOf = PageSubject &
  Pick<HtmlPage, 'more' | 'status' | 'path' | 'address' | 'base' | 'query'> & { readonly caller: Caller }

/** A view with its answer: the members of `HtmlPage` without the rest of the page. */
export type PageSubject = {
  readonly [View in PageView]: { readonly view: View; readonly answer: PageAnswers[View] }
}[PageView]

/**
 * Renders a page in the language of the request. Its form token is inserted on sending, so that the page can be cached.
 */
export async function makePage(
  exchange: Pick<Exchange, 'req' | 'res' | 'spoken' | 'task'>,
  maker: PageMaker,
  { caller, ...given }: MadeOf,
): Promise<HtmlReply> {
  const { language, translate } = await exchange.spoken.language()
  const { isThere, notice } = takeNotice(exchange, given.base)
  const page: HtmlPage = {
    ...given,
    caller: caller.kind === 'member' ? caller : null,
    formToken: maker.tokenPlace,
    language,
    translate,
    notice: notice && translate(notice),
    assets: maker.assetsAt(given.base),
  }
  const html = await maker.render(page, exchange.task)
  if (exchange.task.isOver()) await exchange.task.next()
  const parts = html.split(maker.tokenPlace)
  const fill = parts.length > 1 ? (req: Exchange['req']) => formTokenFor(req, given.base) : null
  return { kind: 'html', status: given.status, parts, fill, headers: pageHeaders, isForOne: isThere }
}

/** The first value of each parameter of a query. */
export function firstValues(rawQuery: string): ReadonlyMap<string, string> {
  const entries = readQuery(rawQuery)?.entries ?? []
  return new Map(entries.toReversed())
}
