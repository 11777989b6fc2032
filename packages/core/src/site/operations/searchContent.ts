import { readSearch, type SearchParameters } from '../../content/query/searchParameters.js'
import { DomainError } from '../../foundation/domainError.js'
import { message } from '../../foundation/messages.js'
import { rootPath } from '../../foundation/paths.js'
import { permission } from '../../security/stockPermissions.js'
import { listContent } from '../present/listing.js'
import { withLocks } from '../present/partsOfContent.js'
import type { Listing, ListingInput, Operation } from '../run/operation.js'
import type { RequestContext } from '../run/requestContext.js'
import { activeBelow, typesWithTitle } from '../run/searching.js'
import { searchedTypes, withSiteOrder } from '../run/searchSettings.js'

export interface SearchInput extends ListingInput {
  readonly parameters: SearchParameters
}

/** `GET {path}/@search` (docs/content-and-access.md, Search). */
export const searchContent: Operation<SearchInput, Listing> = {
  permission: permission.view,
  exclusiveSlice: true,
  dependsOn: async (context, input) => withLocks(context, input.fullObjects, [JSON.stringify(input)]),
  async run(context, input) {
    const parameters = usesSiteSettings(input) ? withSiteOrder(context.lineage[0], input.parameters) : input.parameters
    const query = readSearch(parameters, contextOf(context, input))
    if (!query.ok) throw new DomainError('bad-request', query.reason)
    const limit = readLimit(input.parameters.sort_limit)
    const typeConditions = usesSiteSettings(input) ? searchedTypes(context.lineage[0], parameters) : []
    const where = [...query.where, ...typeConditions, ...(await activeBelow(context, query.paths))]
    return {
      answer: await listContent(context, { where, sort: query.sort, ...(limit === undefined ? {} : { limit }) }, input),
    }
  },
}

/** Whether the search settings of the site apply (docs/content-and-access.md, Search, rule 7). */
const usesSiteSettings = ({ parameters }: SearchInput): boolean => 'use_site_search_settings' in parameters

function contextOf(context: RequestContext, input: SearchInput) {
  return {
    path: usesSiteSettings(input) ? rootPath : context.node.path,
    indexes: context.environment.registry.indexes,
    typesWithTitle: typesWithTitle(context),
  }
}

function readLimit(value: unknown): number | undefined {
  if (value === undefined || value === '') return undefined
  if (typeof value === 'string' && /^\d{1,9}$/.test(value)) return Number(value)
  throw new DomainError('bad-request', message('query.number', { name: 'sort_limit' }))
}
