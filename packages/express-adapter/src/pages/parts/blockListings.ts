import { isJsonObject, type JsonObject, type JsonValue } from '@plenum/core'
import type { ContentPayload } from '@plenum/core/answers'

/** The maximum number of listing blocks per object whose queries are run. */
const maxListings = 10
const maxItems = 50

export const blockListings = ({ blocks }: ContentPayload): readonly (readonly [id: string, body: JsonObject])[] =>
  blocksIn(blocks)
    .flatMap(([id, block]) => [[id, block] as const, ...blocksIn(block.blocks)])
    .flatMap(([id, block]) => (isListing(block) ? [[id, queryOf(block.querystring)] as const] : []))
    .slice(0, maxListings)

const blocksIn = (blocks: JsonValue | undefined): readonly (readonly [string, JsonObject])[] =>
  isJsonObject(blocks)
    ? Object.entries(blocks).flatMap(([id, block]) => (isJsonObject(block) ? [[id, block] as const] : []))
    : []

interface Listing extends JsonObject {
  readonly querystring: JsonObject
}

const isListing = (block: JsonObject): block is Listing =>
  block['@type'] === 'listing' && isJsonObject(block.querystring) && Array.isArray(block.querystring.query)

/** Returns the query of a listing block. Missing values are omitted, because the search refuses empty values. */
function queryOf({ query, sort_on, sort_order, limit, b_size: size }: JsonObject): JsonObject {
  const requestedSize = Number(size)
  const batchSize = Number.isInteger(requestedSize) && requestedSize > 0 ? Math.min(requestedSize, maxItems) : maxItems
  const sorting: JsonObject =
    typeof sort_on === 'string' && sort_on !== '' ? { sort_on, ...(sort_order ? { sort_order } : {}) } : {}
  const limiting: JsonObject = Number.isInteger(Number(limit)) && Number(limit) > 0 ? { limit: Number(limit) } : {}
  return { query: query ?? [], ...sorting, ...limiting, b_size: batchSize }
}
