import { type QuerystringContext, readQuerystring, readQuerystringSort } from '../../content/query/querystring.js'
import { readQuerystringBody } from '../../content/query/querystringBody.js'
import { type QuerystringRow, readRows, uidsInRows } from '../../content/query/querystringRows.js'
import type { Condition } from '../../content/store/catalogQuery.js'
import { DomainError } from '../../foundation/domainError.js'
import type { JsonObject } from '../../foundation/json.js'
import { rootPath } from '../../foundation/paths.js'
import { permission } from '../../security/stockPermissions.js'
import { listContent } from '../present/listing.js'
import { withLocks } from '../present/partsOfContent.js'
import type { Listing, ListingInput, Operation } from '../run/operation.js'
import type { RequestContext } from '../run/requestContext.js'
import { activeBelow, typesWithTitle } from '../run/searching.js'

export interface QuerystringInput extends Pick<ListingInput, 'convertItem'> {
  /** The body of the request (see `readQuerystringBody`). */
  readonly body: JsonObject
}

/** `@querystring-search` (docs/content-and-access.md, Querystring search). */
export const querystringSearch: Operation<QuerystringInput, Listing> = {
  permission: permission.view,
  exclusiveSlice: true,
  dependsOn: async (context, { body }) =>
    namesDates(body) ? null : withLocks(context, Boolean(body.fullobjects), [body]),
  async run(context, { body, convertItem }) {
    const input = readQuerystringBody(body)
    const parsed = readRows(input.query)
    if (!parsed.ok) throw new DomainError('bad-request', parsed.reason)
    const query = readQuerystring(parsed.rows, await contextOf(context, parsed.rows))
    if (!query.ok) throw new DomainError('bad-request', query.reason)
    const requestedSort = readQuerystringSort(input.sort, context.environment.registry.indexes)
    const sort = requestedSort.length === 0 && query.hasText ? [{ by: 'relevance', descending: false }] : requestedSort
    const where = [...query.where, ...exceptHere(context), ...(await activeBelow(context, query.paths))]
    const limit = input.limit === 0 ? Number.MAX_SAFE_INTEGER : input.limit
    const listing = await listContent(context, { where, sort, limit }, { ...input, convertItem })
    return { answer: { ...listing, total: Math.min(listing.total, limit) } }
  },
}

/** Some date conditions are relative to the time of the request. */
const namesDates = (body: JsonObject): boolean => JSON.stringify(body).includes('operation.date.')

/** Excludes the addressed object: clients show the list on its page. */
function exceptHere({ node }: RequestContext): readonly Condition[] {
  if (node.path === rootPath) return []
  return [{ kind: 'not', condition: { kind: 'below', path: node.path, depth: 0 } }]
}

async function contextOf(context: RequestContext, rows: readonly QuerystringRow[]): Promise<QuerystringContext> {
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
