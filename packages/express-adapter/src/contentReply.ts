import type { AnswerOf, Batch, InputOf, JsonObject, Listing, ListingInput } from '@plenum/core'
import { batchLinks } from './batching.js'
import type { Reply } from './reply.js'
import { type ApiRequest, batchOf, flagOf, isAsked, metadataOf, textsOf } from './request.js'
import { asText } from './writeJson.js'

export function listingInput(request: ApiRequest): ListingInput {
  const batch = batchOf(request)
  const fullObjects = isAsked(request, 'fullobjects')
  return {
    batch,
    metadata: metadataOf(request),
    fullObjects,
    expand: textsOf(request, 'expand').flatMap(names => names.split(',')),
    ...itemsAsText(batch, fullObjects),
  }
}

/** Items of a usual page. */
const fewItems = 100

/** Of a long listing only the JSON of its items is kept. */
export function itemsAsText({ size }: Batch, fullObjects: boolean): Pick<ListingInput, 'keep'> {
  return fullObjects || size > fewItems ? { keep: asText } : {}
}

/** A listing with the links to its other pages, where there are any. */
export function presentListing({ items, total, batch }: Listing, request: ApiRequest, url: string): JsonObject {
  const links = batchLinks(url, request.rawQuery, batch, total)
  return { items, items_total: total, ...(links ? { batching: { ...links } } : {}) }
}

/** An object and, where it is listed, what is inside it. */
export function contentReply(
  { content, listing, tag }: AnswerOf<'getContent'>,
  request: ApiRequest,
  url = String(content['@id']),
): Reply {
  const body = listing ? { ...content, ...presentListing(listing, request, url) } : content
  return { kind: 'json', status: 200, body, headers: { ETag: `"${tag}"` } }
}

export const contentInput = (request: ApiRequest): InputOf<'getContent'> => ({
  ...listingInput(request),
  withItems: flagOf(request, 'include_items', true),
})
