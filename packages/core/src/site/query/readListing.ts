import { allValues, firstValue, nestParameters, type QueryParameters } from '../../content/query/queryParameters.js'
import { isJsonObject, type JsonObject } from '../../foundation/json.js'
import { badRequest, DomainError } from '../../foundation/messages.js'
import { parseJson } from '../../foundation/parseJson.js'
import { asText } from '../../foundation/writeJson.js'
import { readBatch } from '../present/batching.js'
import type { Expansion } from '../run/expansion.js'
import type { ListingInput } from '../run/operation.js'

/** Reads the options of a listing. Throws a DomainError `bad-request` under the same conditions as `readBatch`. */
export const readListing = (query: QueryParameters): ListingInput => ({
  batch: readBatch(query),
  metadata: allValues(query, 'metadata_fields'),
  // `fullobjects` takes effect with any value (docs/http-answers.md, Parameters, rule 4).
  fullObjects: query.get('fullobjects') !== undefined,
  expand: readExpansion(query),
  convertItem: asText,
})

/** Reads the components to include in payloads, such as `expand=navigation&expand.navigation.depth=2`. */
export const readExpansion = (query: QueryParameters): Expansion => ({
  names: allValues(query, 'expand').flatMap(value => value.split(',')),
  parameters: readComponentParameters(query),
})

/** Reads the parameters of components, such as `expand.navigation.depth=2`. */
export function readComponentParameters(query: QueryParameters): Expansion['parameters'] {
  const prefix = 'expand.'
  const names = query.names().filter(name => name.startsWith(prefix))
  return nestParameters(names.map(name => [name.slice(prefix.length), query.get(name) ?? '']))
}

/**
 * Reads a querystring search from the `query` parameter, whose JSON is percent-encoded once (Volto) or twice
 * (@plone/client). Batch parameters take precedence over keys in the JSON, so that batch links work.
 */
export const readQuerystring = (query: QueryParameters): JsonObject => ({
  ...queryObject(firstValue(query, 'query')),
  ...readPaging(query),
})

/** Returns the batch parameters without validation. */
export function readPaging(query: QueryParameters): JsonObject {
  const [start, size] = [query.get('b_start'), query.get('b_size')]
  return { ...(start === undefined ? {} : { b_start: start }), ...(size === undefined ? {} : { b_size: size }) }
}

/** Parses the JSON in a parameter whose first level of percent-encoding has already been decoded. */
function queryObject(text = ''): JsonObject {
  if (text === '') return {}
  const value = tryParse(() => text) ?? tryParse(() => decodeURIComponent(text))
  if (isJsonObject(value)) return value
  throw badRequest('query.object', { name: 'query' })
}

function tryParse(text: () => string): unknown {
  try {
    return parseJson(text())
  } catch (error) {
    if (error instanceof DomainError) throw error
    return undefined
  }
}
