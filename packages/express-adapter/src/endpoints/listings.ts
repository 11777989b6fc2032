import {
  type AnswerOf,
  asText,
  type ComponentName,
  DomainError,
  type Expansion,
  type InputOf,
  isJsonObject,
  type JsonObject,
  type ListingInput,
  message,
  nestedQuery,
  nestParameters,
  type Page,
  parseJson,
  presentListing,
  presentPage,
  readBatch,
  withMembers,
} from '@plenum/core'
import type { ContentPayload, ListingPayload } from '@plenum/core/answers'
import { type ApiRequest, flagOf, hasParameter, textOf, textsOf, urlOfRequest } from '../exchange/apiRequest.js'
import { createdAt, noContent, ok, type Reply } from '../exchange/reply.js'

/** `expand=navigation` with `expand.navigation.depth=2` and similar parameters. */
function expansionOf(request: ApiRequest): Expansion {
  const names = textsOf(request, 'expand').flatMap(value => value.split(','))
  return { names, parameters: componentParameters(request) }
}

function componentParameters({ query }: ApiRequest): Expansion['parameters'] {
  const prefix = 'expand.'
  const names = query.names().filter(name => name.startsWith(prefix))
  return nestParameters(names.map(name => [name.slice(prefix.length), query.get(name) ?? '']))
}

/** The input of a component that is requested on its own. */
export const component =
  (name: ComponentName) =>
  (request: ApiRequest): InputOf<'getComponent'> => ({ name, parameters: componentParameters(request) })

export const actionsInput = (request: ApiRequest): InputOf<'getComponent'> => {
  const categories = textsOf(request, 'categories')
  return { name: 'actions', parameters: categories.length > 0 ? { actions: { categories } } : {} }
}

const listingInput = (request: ApiRequest): ListingInput => ({
  batch: readBatch(request.query),
  metadata: textsOf(request, 'metadata_fields'),
  fullObjects: hasParameter(request, 'fullobjects'),
  expand: expansionOf(request),
  convertItem: asText,
})

export const contentInput = (request: ApiRequest): InputOf<'getContent'> => ({
  withItems: flagOf(request, 'include_items', true),
  ...listingInput(request),
})

export const searchInput = (request: ApiRequest): InputOf<'searchContent'> => ({
  parameters: nestedQuery(request.query),
  ...listingInput(request),
})

/** POST: batch parameters of the URL apply if the body has none (docs/http-answers.md, Batches, rule 4). */
export const querystringInBody = (request: ApiRequest): InputOf<'querystringSearch'> => ({
  body: { ...pagingOf(request), ...request.body() },
  convertItem: asText,
})

/**
 * GET: the parameter `query` is such a body. Batch parameters of the URL take precedence, so that batch links work.
 */
export const querystringInAddress = (request: ApiRequest): InputOf<'querystringSearch'> => ({
  body: { ...queryObject(textOf(request, 'query')), ...pagingOf(request) },
  convertItem: asText,
})

function pagingOf({ query }: ApiRequest): JsonObject {
  const [start, size] = [query.get('b_start'), query.get('b_size')]
  return { ...(start === undefined ? {} : { b_start: start }), ...(size === undefined ? {} : { b_size: size }) }
}

/**
 * Encoded once, as Volto does, or twice, as @plone/client does; the URL parser has already decoded the first level.
 */
function queryObject(text: string | undefined): JsonObject {
  if (text === undefined || text === '') return {}
  const value = tryParse(() => text) ?? tryParse(() => decodeURIComponent(text))
  if (isJsonObject(value)) return value
  throw new DomainError('bad-request', message('query.object', { name: 'query' }))
}

function tryParse(text: () => string): unknown {
  try {
    return parseJson(text())
  } catch (error) {
    if (error instanceof DomainError) throw error
    return undefined
  }
}

/** A size of -1 requests all terms (docs/content-and-access.md, Vocabularies). */
export function vocabularyInput(request: ApiRequest): InputOf<'getVocabulary'> {
  const tokens = ['token', 'tokens'].flatMap(name => textsOf(request, name))
  return {
    name: request.rest[0] ?? '',
    batch: textOf(request, 'b_size') === '-1' ? null : readBatch(request.query),
    title: textOf(request, 'title'),
    tokens: tokens.length > 0 ? tokens : undefined,
  }
}

/** The listing of a service, whose links use the URL of the service. */
export const listingReply = <Item extends JsonObject>(
  page: Page<Item>,
  request: ApiRequest,
): Reply<ListingPayload<Item>> => ok(presentListing(page, { url: urlOfRequest(request), rawQuery: request.rawQuery }))

/**
 * An object and, if requested, its items. An old version may have had another id, so items are listed under the URL of
 * the request.
 */
export function contentReply(
  { content, listing }: AnswerOf<'getContent'>,
  request: ApiRequest,
  url = urlOfRequest(request),
): Reply<ContentPayload> {
  const page = listing ? presentPage(listing, { url, rawQuery: request.rawQuery }) : {}
  return { kind: 'json', status: 200, body: withMembers(content, page), namesQuery: 'batching' in page }
}

/** An edit may have changed the URL of the object. */
export function editedReply(answer: AnswerOf<'editContent'>, request: ApiRequest): Reply {
  if (!answer) return noContent()
  const reply = contentReply(answer, request, answer.content['@id'])
  return { ...reply, headers: { ETag: `"${answer.etag}"` } }
}

export const addedReply = ({ content, etag: tag }: AnswerOf<'addContent'>): Reply =>
  createdAt(content, { Location: content['@id'], ETag: `"${tag}"` })
