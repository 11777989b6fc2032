import {
  type AnswerOf,
  aliasColumns,
  allValues,
  asText,
  type ComponentName,
  type CsvInput,
  type InputOf,
  type JsonObject,
  type Page,
  presentListing,
  presentPage,
  readComponentParameters,
  readPaging,
  userColumns,
  withMembers,
} from '@plenum/core'
import type { ComponentPayloads, ContentPayload, ListingPayload, RelationsPayload } from '@plenum/core/answers'
import { csvReply } from '../csv/csvReply.js'
import { type ApiRequest, urlOfRequest } from '../exchange/apiRequest.js'
import { createdAt, noContent, ok, type Reply } from '../exchange/reply.js'
import type { AliasListing } from '../table/routeAnswers.js'

export const component =
  (name: ComponentName) =>
  ({ query }: ApiRequest): InputOf<'getComponent'> => ({ name, parameters: readComponentParameters(query) })

/** Returns a function that creates a reply with the payload type of the named component. */
export const componentReply =
  <Name extends ComponentName & keyof ComponentPayloads>(_: Name) =>
  (payload: AnswerOf<'getComponent'>): Reply<ComponentPayloads[Name]> =>
    ok(payload as ComponentPayloads[Name])

export const actionsInput = ({ query }: ApiRequest): InputOf<'getComponent'> => {
  const categories = allValues(query, 'categories')
  return { name: 'actions', parameters: categories.length > 0 ? { actions: { categories } } : {} }
}

/**
 * Returns the input of a search. The batch parameters in the URL apply if the body contains none (docs/http-answers.md,
 * Batches, rule 4).
 */
export const querystringInBody = ({ query, body }: ApiRequest): InputOf<'querystringSearch'> => ({
  body: { ...readPaging(query), ...body() },
  convertItem: asText,
})

export const listingReply = <Item extends JsonObject>(
  page: Page<Item>,
  request: ApiRequest,
): Reply<ListingPayload<Item>> => ok(presentListing(page, { url: urlOfRequest(request), rawQuery: request.rawQuery }))

/**
 * Creates the response for one page of aliases. As in Plone, the batch links are under `links`, and `@id` contains no
 * query.
 */
export const aliasesReply = (page: AnswerOf<'listAliases'>, request: ApiRequest): Reply<AliasListing> => {
  const url = urlOfRequest(request)
  return ok({ '@id': url, ...presentPage(page, { url, rawQuery: request.rawQuery }, 'links') })
}

export function relationsReply(body: AnswerOf<'listRelations'>, request: ApiRequest): Reply<RelationsPayload> {
  if (!body) return noContent()
  const query = request.rawQuery && `?${request.rawQuery}`
  return { kind: 'json', status: 200, body: { ...body, '@id': `${urlOfRequest(request)}${query}` }, namesQuery: true }
}

/**
 * Creates the response for an object. The batch links use the URL of the request, because an old version of the
 * object may have had another id.
 */
export function contentReply(
  { content, listing }: AnswerOf<'getContent'>,
  request: ApiRequest,
  url = urlOfRequest(request),
): Reply<ContentPayload> {
  const page = listing ? presentPage(listing, { url, rawQuery: request.rawQuery }) : {}
  return { kind: 'json', status: 200, body: withMembers(content, page), namesQuery: 'batching' in page }
}

/**
 * Creates the response for a changed object. The batch links use the `@id` of the object, because the edit may have
 * changed the URL.
 */
export function editedReply(answer: AnswerOf<'editContent'>, request: ApiRequest): Reply<ContentPayload> {
  if (!answer) return noContent()
  const reply = contentReply(answer, request, answer.content['@id'])
  return { ...reply, headers: { ETag: `"${answer.etag}"` } }
}

export const addedReply = ({ content, etag: tag }: AnswerOf<'addContent'>): Reply<ContentPayload> =>
  createdAt(content, { Location: content['@id'], ETag: `"${tag}"` })

/** Creates the response with a CSV file of aliases, in the format that Plone exports. */
export const aliasesFile = (aliases: AnswerOf<'exportAliases'>): Reply<never> =>
  csvReply('redirects.csv', aliasColumns, aliases)

/** Creates the response with a CSV file of users, in the format that Plone exports. */
export const usersReply = ({ items }: AnswerOf<'exportUsers'>): Reply<never> =>
  csvReply('users.csv', userColumns, items)

export const csvInput = ({ rows }: ApiRequest): CsvInput => ({ rows: rows() })
