import type { ContentNode } from '../../content/node/node.js'
import type { SearchParameter } from '../../content/query/parameterParts.js'
import type { SearchParameters } from '../../content/query/searchParameters.js'
import type { Condition } from '../../content/store/catalog.js'

export const searchFieldNames = { typesNotSearched: 'types_not_searched', order: 'sort_on' } as const

const dates = ['created', 'modified', 'effective', 'expires', 'start', 'end']

const isPresent = (value: SearchParameter | undefined): boolean => value !== undefined && value !== ''

export function typesNotSearched(root: ContentNode | undefined): readonly string[] {
  const excluded = root?.fields[searchFieldNames.typesNotSearched]
  return Array.isArray(excluded) ? excluded.map(String) : []
}

export function searchedTypes(root: ContentNode | undefined, parameters: SearchParameters): readonly Condition[] {
  const values = typesNotSearched(root)
  if (values.length === 0 || isPresent(parameters.portal_type)) return []
  return [{ kind: 'not', condition: { kind: 'any', index: 'portal_type', values } }]
}

/**
 * Adds the sort order from the site settings, unless the search specifies a sort order. Results that are sorted by date
 * are in descending order, unless the search specifies the direction.
 */
export function withSiteOrder(root: ContentNode | undefined, parameters: SearchParameters): SearchParameters {
  const order = isPresent(parameters.sort_on) ? parameters.sort_on : defaultOrder(root)
  if (order === undefined) return parameters
  const isByDate = typeof order === 'string' && dates.includes(order) && !isPresent(parameters.sort_order)
  return { ...parameters, sort_on: order, ...(isByDate ? { sort_order: 'reverse' } : {}) }
}

function defaultOrder(root: ContentNode | undefined): string | undefined {
  const order = root?.fields[searchFieldNames.order]
  if (order === 'Date') return 'effective'
  return order === 'sortable_title' ? order : undefined
}
