import {
  type AnswerOf,
  DomainError,
  type InputOf,
  type JsonObject,
  type JsonValue,
  message,
  parseBoolean,
} from '@plenum/core'
import { urlWithoutBatching } from './batching.js'
import { itemsAsText, presentListing } from './contentReply.js'
import { parseJson } from './parseJson.js'
import { ok, type Reply } from './reply.js'
import { type ApiRequest, textOf, urlOfRequest } from './request.js'

type Input = InputOf<'querystringSearch'>
type Sent = JsonValue | undefined

/** POST: numbers in the address count where the body has none (docs/http-answers.md, Batches, rule 4). */
export function postedQuerystring({ query, body }: ApiRequest): Input {
  return readInput(body, name => (body[name] === undefined ? query.get(name) : body[name]))
}

/** GET: the parameter `query` is such a body. Numbers in the address count first, so that links lead to other pages. */
export function gottenQuerystring(request: ApiRequest): Input {
  const body = queryObject(textOf(request, 'query'))
  return readInput(body, name => request.query.get(name) ?? body[name])
}

/** Encoded once, as Volto does, or twice, as @plone/client does; the first of both was undone already. */
function queryObject(text: string | undefined): JsonObject {
  if (text === undefined || text === '') return {}
  const value = parsed(text) ?? parsed(decodedAgain(text))
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as JsonObject
  throw new DomainError('bad-request', message('query.object', { name: 'query' }))
}

function parsed(text: string): Sent {
  try {
    return parseJson(text) as JsonValue
  } catch (error) {
    if (error instanceof DomainError) throw error
    return undefined
  }
}

function decodedAgain(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return ''
  }
}

function readInput(body: JsonObject, paging: (name: 'b_start' | 'b_size') => Sent): Input {
  const batch = {
    start: wholeNumber('b_start', paging('b_start'), 0),
    size: wholeNumber('b_size', paging('b_size'), 25),
  }
  const fullObjects = readFlag('fullobjects', body.fullobjects)
  return {
    query: body.query,
    sort: { names: textsIn(body, 'sort_on'), orders: textsIn(body, 'sort_order') },
    limit: wholeNumber('limit', body.limit, 0),
    batch,
    metadata: textsIn(body, 'metadata_fields'),
    fullObjects,
    ...itemsAsText(batch, fullObjects),
  }
}

/** One text or several; whatever else is there names nothing. */
function textsIn(body: JsonObject, name: string): readonly string[] {
  return [body[name]].flat().filter(text => typeof text === 'string')
}

function wholeNumber(name: string, sent: Sent, absent: number): number {
  if (sent === undefined) return absent
  const number = typeof sent === 'string' && /^\s*\d+\s*$/.test(sent) ? Number(sent) : sent
  if (typeof number === 'number' && Number.isSafeInteger(number) && number >= 0) return number
  throw new DomainError('bad-request', message('query.number', { name }))
}

function readFlag(name: string, sent: Sent): boolean {
  if (sent === undefined || sent === null) return false
  const flag = typeof sent === 'object' ? undefined : parseBoolean(String(sent))
  if (flag !== undefined) return flag
  // A list or an object may be of any size and depth.
  const value = typeof sent === 'object' ? '…' : String(sent).slice(0, 100)
  throw new DomainError('bad-request', message('query.boolean', { name, value }))
}

export function querystringReply(found: AnswerOf<'querystringSearch'>, request: ApiRequest): Reply {
  const url = urlOfRequest(request, '@querystring-search')
  return ok({ '@id': urlWithoutBatching(url, request.rawQuery), ...presentListing(found, request, url) })
}
