import { readSearch, type SearchParameters } from '../../content/query/searchParameters.js'
import { DomainError } from '../../foundation/domainError.js'
import { message } from '../../foundation/messages.js'
import { rootPath } from '../../foundation/paths.js'
import { permission } from '../../security/stockPermissions.js'
import { listContent } from '../present/listing.js'
import { minuteOf } from '../present/partsOfContent.js'
import type { Listing, ListingInput, Operation } from '../run/operation.js'
import { activeBelow, typesCalled } from '../run/searching.js'
import type { Visit } from '../run/visit.js'

export interface SearchInput extends ListingInput {
  readonly parameters: SearchParameters
}

/** `GET {path}/@search` (docs/content-and-access.md, Search). */
export const searchContent: Operation<SearchInput, Listing> = {
  permission: permission.view,
  searches: true,
  dependsOn: async (visit, input) => [JSON.stringify(input), input.fullObjects ? minuteOf(visit) : null],
  async run(visit, input) {
    const read = readSearch(input.parameters, contextOf(visit, input.parameters))
    if (!read.ok) throw new DomainError('bad-request', read.reason)
    const limit = readLimit(input.parameters.sort_limit)
    const where = [...read.where, ...(await activeBelow(visit, read.paths))]
    return {
      answer: await listContent(visit, { where, sort: read.sort, ...(limit === undefined ? {} : { limit }) }, input),
    }
  },
}

function contextOf(visit: Visit, parameters: SearchParameters) {
  return {
    path: 'use_site_search_settings' in parameters ? rootPath : visit.node.path,
    indexes: visit.environment.registry.indexes,
    typesCalled: typesCalled(visit),
  }
}

function readLimit(value: unknown): number | undefined {
  if (value === undefined || value === '') return undefined
  if (typeof value === 'string' && /^\d{1,9}$/.test(value)) return Number(value)
  throw new DomainError('bad-request', message('query.number', { name: 'sort_limit' }))
}
