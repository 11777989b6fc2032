import { rootPath } from '@plenum/core'
import type { Frame } from '../exchange/exchange.js'
import type { Reply } from '../exchange/reply.js'
import { findCaller, type LoginExchange } from '../headers/authenticate.js'
import type { PageRenderer } from './pageRenderer.js'
import { loginPath } from './pageRequest.js'
import { collectExpiry } from './parts/pageExpiry.js'
import { surroundingParts } from './parts/pageParts.js'
import { firstValues, type PageExchange, renderPage } from './renderPage.js'

/** The login page. */
export async function loginPage(
  exchange: PageExchange & LoginExchange,
  renderer: PageRenderer,
  { frame, rawQuery }: { readonly frame: Frame; readonly rawQuery: string },
): Promise<Reply> {
  const caller = await findCaller(exchange)
  const query = firstValues(rawQuery)
  const context = { ...frame, caller, task: exchange.task, path: rootPath }
  const more = await surroundingParts(exchange.site, context, collectExpiry())
  const { base } = frame
  const at = { path: rootPath, address: `${base}${loginPath}`, base, query, caller }
  const answer = { came_from: query.get('came_from') ?? '' }
  return renderPage(exchange, renderer, { view: 'login', answer, more, status: 200, ...at })
}
