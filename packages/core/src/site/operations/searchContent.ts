import { readSearch, type SearchParameters } from '../../content/query/searchParameters.js'
import { DomainError } from '../../foundation/domainError.js'
import { message } from '../../foundation/messages.js'
import { rootPath } from '../../foundation/paths.js'
import { permission } from '../../security/stockPermissions.js'
import { listContent } from '../present/listing.js'
import { withLocks } from '../present/partsOfContent.js'
import type { Listing, ListingInput, Operation } from '../run/operation.js'
import { activeBelow, typesCalled } from '../run/searching.js'
import { inOrderOfSite, searchedTypes } from '../run/searchSettings.js'
import type { Visit } from '../run/visit.js'

export interface SearchInput extends ListingInput {
  readonly parameters: SearchParameters
}

/** `GET {path}/@search` (docs/content-and-access.md, Search). */
export const searchContent: Operation<SearchInput, Listing> = {
  permission: permission.view,
  ownTurn: true,
  dependsOn: async (visit, input) => withLocks(visit, input.fullObjects, [JSON.stringify(input)]),
  async run(visit, input) {
    const parameters = isOfSite(input) ? inOrderOfSite(visit.lineage[0], input.parameters) : input.parameters
    const read = readSearch(parameters, contextOf(visit, input))
    if (!read.ok) throw new DomainError('bad-request', read.reason)
    const limit = readLimit(input.parameters.sort_limit)
    const searched = isOfSite(input) ? searchedTypes(visit.lineage[0], parameters) : []
    const where = [...read.where, ...searched, ...(await activeBelow(visit, read.paths))]
    return {
      answer: await listContent(visit, { where, sort: read.sort, ...(limit === undefined ? {} : { limit }) }, input),
    }
  },
}

/** Whether the search settings of the site apply (docs/content-and-access.md, Search, rule 7). */
const isOfSite = ({ parameters }: SearchInput): boolean => 'use_site_search_settings' in parameters

function contextOf(visit: Visit, input: SearchInput) {
  return {
    path: isOfSite(input) ? rootPath : visit.node.path,
    indexes: visit.environment.registry.indexes,
    typesCalled: typesCalled(visit),
  }
}

function readLimit(value: unknown): number | undefined {
  if (value === undefined || value === '') return undefined
  if (typeof value === 'string' && /^\d{1,9}$/.test(value)) return Number(value)
  throw new DomainError('bad-request', message('query.number', { name: 'sort_limit' }))
}
