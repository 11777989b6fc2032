import type { Condition } from '../../content/catalogQuery.js'
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
    const where = [...read.where, ...(await activeBelow(visit, read.paths))]
    return {
      answer: await listContent(visit, { where, sort: read.sort, ...(limit === undefined ? {} : { limit }) }, input),
    }
  },
}

/** Content that is not published yet or expired is shown to whoever may see such content everywhere that is searched. */
async function activeBelow(visit: Visit, paths: readonly string[]): Promise<readonly Condition[]> {
  for (const path of paths.slice(0, mostPlaces)) {
    const { lineage } = path === visit.node.path ? visit : await visit.reader.open(path)
    const hides = activeOnly(visit, lineage)
    if (hides.length > 0) return hides
  }
  return paths.length > mostPlaces ? activeOnly(visit, visit.lineage.slice(0, 1)) : []
}

const mostPlaces = 20

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
