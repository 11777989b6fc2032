import { type QuerystringContext, readQuerystring, readQuerystringSort } from '../../content/query/querystring.js'
import { readQuerystringBody } from '../../content/query/querystringBody.js'
import { type QuerystringRow, readRows, uidsNamedIn } from '../../content/query/querystringRows.js'
import type { Condition } from '../../content/store/catalogQuery.js'
import { DomainError } from '../../foundation/domainError.js'
import type { JsonObject } from '../../foundation/json.js'
import { rootPath } from '../../foundation/paths.js'
import { permission } from '../../security/stockPermissions.js'
import { listContent } from '../present/listing.js'
import { withLocks } from '../present/partsOfContent.js'
import type { Listing, ListingInput, Operation } from '../run/operation.js'
import { activeBelow, typesCalled } from '../run/searching.js'
import type { Visit } from '../run/visit.js'

export interface QuerystringInput extends Pick<ListingInput, 'keep'> {
  /** The body of the request (see `readQuerystringBody`). */
  readonly body: JsonObject
}

/** `@querystring-search` (docs/content-and-access.md, Querystring search). */
export const querystringSearch: Operation<QuerystringInput, Listing> = {
  permission: permission.view,
  ownTurn: true,
  dependsOn: async (visit, { body }) => (namesDates(body) ? null : withLocks(visit, Boolean(body.fullobjects), [body])),
  async run(visit, { body, keep }) {
    const input = readQuerystringBody(body)
    const sent = readRows(input.query)
    if (!sent.ok) throw new DomainError('bad-request', sent.reason)
    const read = readQuerystring(sent.rows, await contextOf(visit, sent.rows))
    if (!read.ok) throw new DomainError('bad-request', read.reason)
    const asked = readQuerystringSort(input.sort, visit.environment.registry.indexes)
    const sort = asked.length === 0 && read.hasText ? [{ by: 'relevance', descending: false }] : asked
    const where = [...read.where, ...exceptHere(visit), ...(await activeBelow(visit, read.paths))]
    const limit = input.limit === 0 ? Number.MAX_SAFE_INTEGER : input.limit
    const listing = await listContent(visit, { where, sort, limit }, { ...input, keep })
    return { answer: { ...listing, total: Math.min(listing.total, limit) } }
  },
}

/** Some date conditions are relative to the time of the request. */
const namesDates = (body: JsonObject): boolean => JSON.stringify(body).includes('operation.date.')

/** Excludes the addressed object: clients show the list on its page. */
function exceptHere({ node }: Visit): readonly Condition[] {
  if (node.path === rootPath) return []
  return [{ kind: 'not', condition: { kind: 'below', path: node.path, depth: 0 } }]
}

async function contextOf(visit: Visit, rows: readonly QuerystringRow[]): Promise<QuerystringContext> {
  const { environment, caller, node, now } = visit
  const uids = uidsNamedIn(rows)
  const named = uids.length === 0 ? [] : await visit.reader.nodes(uids)
  const paths = new Map(named.map(({ uid, path }) => [uid, path]))
  return {
    now,
    userId: caller.kind === 'member' ? caller.id : null,
    path: node.path,
    pathOfUid: uid => paths.get(uid),
    indexes: environment.registry.indexes,
    primaryWorkflow: environment.workflows.defaultChain[0],
    typesCalled: typesCalled(visit),
  }
}
