import { type QuerystringContext, readQuerystring, readQuerystringSort } from '../../content/query/querystring.js'
import { type QuerystringRow, readQuerystringBody, readRows, uidsInRows } from '../../content/query/querystringBody.js'
import { readSearch, type SearchParameters } from '../../content/query/searchParameters.js'
import type { Condition } from '../../content/store/catalog.js'
import type { JsonObject } from '../../foundation/json.js'
import { badRequest, DomainError } from '../../foundation/messages.js'
import { rootPath } from '../../foundation/paths.js'
import { permission } from '../../security/permissions.js'
import { listContent } from '../present/listing.js'
import { withLocks } from '../present/partsOfContent.js'
import type { Listing, ListingInput, Operation } from '../run/operation.js'
import { activeOnly, type RequestContext } from '../run/requestContext.js'
import { searchedTypes, withSiteOrder } from '../run/searchSettings.js'

export interface SearchInput extends ListingInput {
  readonly parameters: SearchParameters
}

/** `GET {path}/@search` searches at and below the object (docs/content-and-access.md, Search). */
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
      answer: await listContent(
        context,
        { isSearch: true, where, sort: query.sort, ...(limit === undefined ? {} : { limit }) },
        input,
      ),
    }
  },
}

/** Whether the search applies the search settings of the site (docs/content-and-access.md, Search, rule 7). */
const usesSiteSettings = ({ parameters }: SearchInput): boolean => 'use_site_search_settings' in parameters

const contextOf = (context: RequestContext, input: SearchInput) => ({
  path: usesSiteSettings(input) ? rootPath : context.node.path,
  indexes: context.environment.registry.indexes,
  typesWithTitle: typesWithTitle(context),
})

function readLimit(value: unknown): number | undefined {
  if (value === undefined || value === '') return undefined
  if (typeof value === 'string' && /^\d{1,9}$/.test(value)) return Number(value)
  throw badRequest('query.number', { name: 'sort_limit' })
}

export interface QuerystringInput extends Pick<ListingInput, 'convertItem'> {
  readonly body: JsonObject
}

/**
 * `@querystring-search` searches with the criteria of a query form (docs/content-and-access.md, Querystring search).
 */
export const querystringSearch: Operation<QuerystringInput, Listing> = {
  permission: permission.view,
  exclusiveSlice: true,
  dependsOn: async (context, { body }) =>
    namesDates(body) ? null : withLocks(context, Boolean(body.fullobjects), [body]),
  async run(context, { body, convertItem }) {
    const input = readQuerystringBody(body)
    const parsed = readRows(input.query)
    if (!parsed.ok) throw new DomainError('bad-request', parsed.reason)
    const query = readQuerystring(parsed.rows, await querystringContextOf(context, parsed.rows))
    if (!query.ok) throw new DomainError('bad-request', query.reason)
    const requestedSort = readQuerystringSort(input.sort, context.environment.registry.indexes)
    const sort = requestedSort.length === 0 && query.hasText ? [{ by: 'relevance', descending: false }] : requestedSort
    const where = [...query.where, ...exceptHere(context), ...(await activeBelow(context, query.paths))]
    const limit = input.limit === 0 ? Number.MAX_SAFE_INTEGER : input.limit
    const listing = await listContent(context, { isSearch: true, where, sort, limit }, { ...input, convertItem })
    return { answer: { ...listing, total: Math.min(listing.total, limit) } }
  },
}

/**
 * Whether a query contains date operators. They can be relative to the time of the request, so the result of the search
 * may depend on that time.
 */
const namesDates = (body: JsonObject): boolean => JSON.stringify(body).includes('operation.date.')

/**
 * Returns a condition that excludes the requested object, because clients show the results on the page of this object.
 */
function exceptHere({ node }: RequestContext): readonly Condition[] {
  if (node.path === rootPath) return []
  return [{ kind: 'not', condition: { kind: 'below', path: node.path, depth: 0 } }]
}

async function querystringContextOf(
  context: RequestContext,
  rows: readonly QuerystringRow[],
): Promise<QuerystringContext> {
  const { environment, caller, node, now } = context
  const uids = uidsInRows(rows)
  const nodes = uids.length === 0 ? [] : await context.reader.nodes(uids)
  const paths = new Map(nodes.map(({ uid, path }) => [uid, path]))
  return {
    now,
    userId: caller.kind === 'member' ? caller.id : null,
    path: node.path,
    pathOfUid: uid => paths.get(uid),
    indexes: environment.registry.indexes,
    primaryWorkflow: environment.workflows.defaultChain[0],
    typesWithTitle: typesWithTitle(context),
  }
}

const maxPaths = 20

/**
 * Returns conditions that exclude expired and unpublished content, unless the caller may view such content below all
 * searched paths.
 */
async function activeBelow(context: RequestContext, paths: readonly string[]): Promise<readonly Condition[]> {
  for (const path of paths.slice(0, maxPaths)) {
    const { lineage } = path === context.node.path ? context : await context.reader.open(path)
    const conditions = activeOnly(context, lineage)
    if (conditions.length > 0) return conditions
  }
  return paths.length > maxPaths ? activeOnly(context, context.lineage.slice(0, 1)) : []
}

function typesWithTitle({ environment, translate }: RequestContext): (title: string) => readonly string[] {
  const types = [...environment.registry.types.values()]
  return title => types.filter(type => translate(type.title) === title || type.title === title).map(({ id }) => id)
}
