import { allValues, firstValue, nestedQuery, type QueryParameters } from '../../content/query/queryParameters.js'
import { asText } from '../../foundation/writeJson.js'
import type { InputOf, OperationName } from '../operations.js'
import { readBatch } from '../present/batching.js'
import { readFlag } from '../present/components/component.js'
import { readListing, readQuerystring } from './readListing.js'

/**
 * Functions that convert query parameters to the inputs of operations (docs/http.md). They throw a DomainError
 * `bad-request` for values that are never valid. The operations check all other values.
 */
export const queryInputs = {
  getContent: (query): InputOf<'getContent'> => ({
    withItems: readFlag('include_items', query.get('include_items'), true),
    ...readListing(query),
    version: versionOf(firstValue(query, 'version')),
  }),
  searchContent: (query): InputOf<'searchContent'> => ({ parameters: nestedQuery(query), ...readListing(query) }),
  querystringSearch: (query): InputOf<'querystringSearch'> => ({ body: readQuerystring(query), convertItem: asText }),
  getSchedule: (query): InputOf<'getSchedule'> => ({
    metadata: allValues(query, 'metadata_fields'),
    release: firstValue(query, 'release'),
  }),
  getAddForm: (query): InputOf<'getAddForm'> => ({ type: firstValue(query, 'type') ?? '', body: null }),
  getEditForm: (): InputOf<'getEditForm'> => ({ body: null }),
  getDeleteForm: (): InputOf<'getDeleteForm'> => ({ body: null }),
  getNow: (query): InputOf<'getNow'> => ({ room: firstValue(query, 'room') }),
  getDesk: (query): InputOf<'getDesk'> => ({
    day: firstValue(query, 'day') || undefined,
    part: firstValue(query, 'part') || undefined,
    move: firstValue(query, 'move') || undefined,
    undo: firstValue(query, 'undo') || undefined,
    search: firstValue(query, 'search') ?? '',
    batch: readBatch(query),
  }),
  getSponsors: (query): InputOf<'getSponsors'> => ({ metadata: allValues(query, 'metadata_fields') }),
  listWorklists: (query): InputOf<'listWorklists'> => ({
    batch: readBatch(query),
    worklist: firstValue(query, 'worklist'),
  }),
  listChanges: (query): InputOf<'listChanges'> => ({ since: firstValue(query, 'since') }),
  getWorkflowDefinitions: (query): InputOf<'getWorkflowDefinitions'> => ({ user: firstValue(query, 'user') }),
  getSharing: (query): InputOf<'getSharing'> => ({ search: firstValue(query, 'search') ?? '' }),
  findPrincipals: (query): InputOf<'findPrincipals'> => ({ search: firstValue(query, 'search') }),
  listGroups: (query): InputOf<'listGroups'> => ({ query: firstValue(query, 'query') }),
  /** The `uids` parameter can be repeated, or can contain several UIDs separated by commas. */
  linkIntegrity: (query): InputOf<'linkIntegrity'> => ({
    uids: allValues(query, 'uids').flatMap(value => value.split(',')),
  }),
  listRelations: (query): InputOf<'listRelations'> => ({
    source: firstValue(query, 'source'),
    target: firstValue(query, 'target'),
    relation: firstValue(query, 'relation'),
    onlyBroken: readFlag('onlyBroken', query.get('onlyBroken'), false),
  }),
  /** Empty parameters are treated as missing, because Volto sends empty parameters. */
  listAliases: (query): InputOf<'listAliases'> => ({
    ...aliasFilter(query),
    batch: readBatch({ get: name => query.get(name) || undefined }),
  }),
  exportAliases: aliasFilter,
  /** The batch defaults to all entries (docs/workflow-and-history.md, Merged history, rule 7). */
  getHistory: (query): InputOf<'getHistory'> => {
    const { start, size } = readBatch(query)
    return { start, size: query.get('b_size') === undefined ? null : size }
  },
  listUsers: (query): InputOf<'listUsers'> => ({
    ...userFilter(query),
    limit: Math.min(Number(/^\d{1,4}$/.exec(firstValue(query, 'limit') ?? '')?.[0] ?? 25), 1000),
  }),
  exportUsers: userFilter,
  browseUsers: (query): InputOf<'browseUsers'> => ({
    search: firstValue(query, 'search') ?? '',
    after: firstValue(query, 'after'),
  }),
  getGroupForm: (query): Omit<InputOf<'getGroupForm'>, 'id'> => ({
    search: firstValue(query, 'search') ?? '',
    after: firstValue(query, 'after'),
    sent: null,
  }),
  getSetup: (): InputOf<'getSetup'> => ({ sent: null }),
  getInvitation: (): InputOf<'getInvitation'> => ({ sent: null }),
  getNewGroupForm: (): InputOf<'getNewGroupForm'> => ({ sent: null }),
  listAudit: (query): InputOf<'listAudit'> => ({
    kinds: allValues(query, 'kind').flatMap(value => value.split(',')),
    actor: firstValue(query, 'actor'),
    since: firstValue(query, 'since'),
    before: firstValue(query, 'before'),
    size: firstValue(query, 'b_size'),
  }),
  listDeliveries: (query): Omit<InputOf<'listDeliveries'>, 'id'> => ({
    state: firstValue(query, 'state'),
    batch: readBatch(query),
  }),
  listMails: (query): InputOf<'listMails'> => ({ state: firstValue(query, 'state'), batch: readBatch(query) }),
  /** The batch size -1 requests all terms (docs/content-and-access.md, Vocabularies). */
  getVocabulary: (query): Omit<InputOf<'getVocabulary'>, 'name'> => {
    const tokens = ['token', 'tokens'].flatMap(name => allValues(query, name)).filter(token => token !== '')
    return {
      batch: firstValue(query, 'b_size') === '-1' ? null : readBatch(query),
      title: firstValue(query, 'title') || undefined,
      tokens: tokens.length > 0 ? tokens : undefined,
    }
  },
} as const satisfies { readonly [N in OperationName]?: (query: QueryParameters) => unknown }

const versionOf = (value: string | undefined): string | undefined => (value === 'current' ? undefined : value)

function aliasFilter(query: QueryParameters): InputOf<'exportAliases'> {
  const text = (name: string) => firstValue(query, name) || undefined
  return {
    filter: { query: text('query') ?? text('q'), manual: text('manual'), start: text('start'), end: text('end') },
  }
}

function userFilter(query: QueryParameters): InputOf<'exportUsers'> {
  return {
    search: firstValue(query, 'search') || undefined,
    id: firstValue(query, 'query') || undefined,
    groups: query.get('groups-filter') === undefined ? undefined : allValues(query, 'groups-filter'),
  }
}
