import { anonymous, isJsonObject, rootPath } from '@plenum/core'
import type { RefusalPayload } from '@plenum/core/answers'
import type { Exchange } from '../exchange.js'
import type { Reply } from '../reply.js'
import { factsOf } from '../requestFacts.js'
import { formView } from './askedPage.js'
import { gatherLasting } from './lasting.js'
import { type MadeOf, makePage } from './makePage.js'
import type { PageMaker } from './pageMaker.js'
import { surroundingParts } from './pageParts.js'

/** A refusal as a page, with the navigation of the site if available. */
export async function refusalPage(
  exchange: Exchange,
  maker: PageMaker,
  { reply, base, view = 'error' }: RefusedReply,
): Promise<Reply> {
  if (reply.kind !== 'json') return reply
  const { path = rootPath, caller = anonymous } = factsOf(exchange.res) ?? {}
  const answer: RefusalPayload = isJsonObject(reply.body) ? reply.body : {}
  const given = {
    view,
    answer,
    status: reply.status,
    path,
    address: addressOf(exchange, base),
    base,
    query: new Map(),
    caller,
  }
  const more = reply.status >= 500 ? {} : await surroundings(exchange, { base, caller })
  // A refusal for overload has to get through the overload itself.
  exchange.task.prioritize()
  const page = await makePage(exchange, maker, { ...given, more })
  return { ...page, headers: { ...page.headers, ...reply.headers } }
}

interface RefusedReply {
  readonly reply: Reply
  readonly base: string
  readonly view?: 'error' | 'login'
}

/** The URL of the request without its query; for a form, the URL of its object. */
function addressOf({ req }: Exchange, base: string): string {
  const [sent = ''] = req.url.split('?', 1)
  const end = sent.indexOf(`/${formView}/`)
  const path = end < 0 ? sent : sent.slice(0, end)
  return base + path
}

type Around = Pick<MadeOf, 'base' | 'caller'>

/** A failure here adds nothing to the refusal itself. */
async function surroundings({ site, task, spoken }: Exchange, around: Around): Promise<MadeOf['more']> {
  const { translate } = await spoken.language()
  const asked = { ...around, translate, chooseTranslation: spoken.chooseTranslation, task, path: rootPath }
  return surroundingParts(site, asked, gatherLasting()).catch(() => ({}))
}
