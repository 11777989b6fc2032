import { readSearch, type SearchParameters } from '../../content/searchParameters.js'
import { DomainError } from '../../foundation/domainError.js'
import { message } from '../../foundation/messages.js'
import { rootPath } from '../../foundation/paths.js'
import { permission } from '../../security/stockPermissions.js'
import { listContent } from '../listing.js'
import type { Listing, ListingInput, Operation } from '../operation.js'
import { activeOnly, type Visit } from '../visit.js'

export interface SearchInput extends ListingInput {
  readonly parameters: SearchParameters
}

/** `GET {path}/@search` (specification 4.4; rest-layer sheet, 3.1). */
export const searchContent: Operation<SearchInput, Listing> = {
  permission: permission.view,
  async run(visit, input) {
    const read = readSearch(input.parameters, contextOf(visit, input.parameters))
    if (!read.ok) throw new DomainError('bad-request', read.message)
    const limit = readLimit(input.parameters.sort_limit)
    const where = [...read.where, ...activeOnly(visit)]
    return {
      answer: await listContent(visit, { where, sort: read.sort, ...(limit === undefined ? {} : { limit }) }, input),
    }
  },
}

function contextOf({ node, environment, translate }: Visit, parameters: SearchParameters) {
  const types = [...environment.registry.types.values()]
  return {
    path: 'use_site_search_settings' in parameters ? rootPath : node.path,
    indexes: environment.registry.indexes,
    typesCalled: (title: string) =>
      types.filter(type => translate(type.title) === title || type.title === title).map(({ id }) => id),
  }
}

function readLimit(value: unknown): number | undefined {
  if (value === undefined || value === '') return undefined
  if (typeof value === 'string' && /^\d{1,9}$/.test(value)) return Number(value)
  throw new DomainError('bad-request', message('query.number', { name: 'sort_limit' }))
}
