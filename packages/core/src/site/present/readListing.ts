import { nestParameters, type QueryParameters } from '../../content/query/queryParameters.js'
import { isJsonObject, type JsonObject } from '../../foundation/json.js'
import { badRequest, DomainError } from '../../foundation/messages.js'
import { parseJson } from '../../foundation/parseJson.js'
import type { Expansion, ListingInput } from '../run/operation.js'
import { readBatch } from './batching.js'

/** Reads the query parameters of a listing. Throws `bad-request` like `readBatch`. */
export const readListing = (query: QueryParameters): ListingInput => ({
  batch: readBatch(query),
  metadata: valuesOf(query, 'metadata_fields'),
  // Presence is enough, whatever the value (docs/http-answers.md, Parameters, rule 4).
  fullObjects: query.get('fullobjects') !== undefined,
  expand: {
    names: valuesOf(query, 'expand').flatMap(value => value.split(',')),
    parameters: readComponentParameters(query),
  },
})

/** The parameters of components, such as `expand.navigation.depth=2`. */
export function readComponentParameters(query: QueryParameters): Expansion['parameters'] {
  const prefix = 'expand.'
  const names = query.names().filter(name => name.startsWith(prefix))
  return nestParameters(names.map(name => [name.slice(prefix.length), query.get(name) ?? '']))
}

/**
 * The body of a querystring search from the parameter `query`: JSON, encoded once, as Volto does, or twice, as
 * @plone/client does. Batch parameters take precedence over members of the body, so that batch links work.
 */
export const readQuerystring = (query: QueryParameters): JsonObject => ({
  ...queryObject(valuesOf(query, 'query')[0]),
  ...readPaging(query),
})

/** The batch parameters of a query, unchecked. */
export function readPaging(query: QueryParameters): JsonObject {
  const [start, size] = [query.get('b_start'), query.get('b_size')]
  return { ...(start === undefined ? {} : { b_start: start }), ...(size === undefined ? {} : { b_size: size }) }
}

const valuesOf = (query: QueryParameters, name: string): readonly string[] => [query.get(name) ?? []].flat()

/** Reading the query string has decoded the first level already. */
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
