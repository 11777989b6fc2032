import {
  type AnswerMetadata,
  fullObject,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  type OperationRequest,
  type PageView,
} from '@plenum/core'
import { isForAll, sharedFor } from '../caching.js'
import type { Reply } from '../reply.js'
import { type ApiRequest, urlOfRequest } from '../request.js'
import type { Route } from '../route.js'
import { gatherLasting } from './lasting.js'
import { firstValues, makePage, type PageSubject } from './makePage.js'
import type { PageMaker } from './pageMaker.js'
import { pageParts } from './pageParts.js'

type Asked = Omit<OperationRequest<unknown>, 'input'>

interface Wanted {
  readonly row: Route
  readonly asked: Asked
  readonly request: ApiRequest
}

/** Renders the page at a URL: its JSON answer and the answers of further operations as HTML. */
export async function contentPage(maker: PageMaker, { row, asked, request }: Wanted): Promise<Reply> {
  const { exchange, path, base, caller } = request
  const { site, page } = exchange
  const view = page?.view ?? 'object'
  const lasting = gatherLasting()
  const reply = await answerOf(row, { asked, request, add: lasting.add })
  if (reply.kind !== 'json') return reply
  const subject = subjectOf(view, reply.body)
  const query = firstValues(request.rawQuery)
  const more = await pageParts(site, { ...subject, query }, { asked, lasting })
  const at = { path, address: urlOfRequest(request), base, caller, query }
  const made = await makePage(exchange, maker, { ...subject, more, status: reply.status, ...at })
  const known = made.isForOne ? null : lasting.ofAll()
  const isShared = row.isShared && made.fill === null && isForAll(exchange, caller)
  const cached: HtmlHeaders = known && isShared ? { 'Cache-Control': sharedFor(known.changesIn) } : {}
  return { ...made, headers: { ...made.headers, ...cached }, lasting: known ?? undefined }
}

type HtmlHeaders = Readonly<Record<string, string>>

interface Answering extends Omit<Wanted, 'row'> {
  add(known: AnswerMetadata | null): void
}

/** The JSON answer; a client with the current JSON still needs the page, so there is no 304. */
async function answerOf(row: Route, { asked, request, add }: Answering): Promise<Reply> {
  let known: AnswerMetadata | null = null
  const isKnown = (answer: AnswerMetadata): boolean => {
    known = answer
    return false
  }
  const reply = await row.answer(request.exchange.site, { ...asked, isUnmodified: isKnown }, request)
  add(known)
  return reply
}

/** Each route names the view that fits its payload; the compiler relies on that here. */
const subjectOf = (view: PageView, body: JsonValue): PageSubject =>
  ({ view, answer: objectOf(body) }) as JsonObject as PageSubject

/** The answer as plain JSON: cached members and items of listings may be serialized already. */
function objectOf(body: JsonValue): JsonObject {
  const { items, ...rest } = isJsonObject(body) ? fullObject(body) : { items: body }
  const isList = Array.isArray(items)
  if (items === undefined) return rest
  return { ...rest, items: isList ? items.map(item => (isJsonObject(item) ? fullObject(item) : item)) : items }
}
