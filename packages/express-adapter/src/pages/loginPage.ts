import { rootPath } from '@plenum/core'
import { findCaller } from '../authenticate.js'
import type { Frame } from '../dispatch.js'
import type { Exchange } from '../exchange.js'
import type { Reply } from '../reply.js'
import { loginPath } from './askedPage.js'
import { gatherLasting } from './lasting.js'
import { firstValues, makePage } from './makePage.js'
import type { PageMaker } from './pageMaker.js'
import { surroundingParts } from './pageParts.js'

/** The login page. */
export async function loginPage(
  exchange: Exchange,
  maker: PageMaker,
  { frame, rawQuery }: { readonly frame: Frame; readonly rawQuery: string },
): Promise<Reply> {
  const caller = await findCaller(exchange)
  const query = firstValues(rawQuery)
  const asked = { ...frame, caller, task: exchange.task, path: rootPath }
  const more = await surroundingParts(exchange.site, asked, gatherLasting())
  const { base } = frame
  const at = { path: rootPath, address: `${base}${loginPath}`, base, query, caller }
  const answer = { came_from: query.get('came_from') ?? '' }
  return makePage(exchange, maker, { view: 'login', answer, more, status: 200, ...at })
}
