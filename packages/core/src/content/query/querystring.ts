import { message, type ReadResult } from '../../foundation/messages.js'
import { rootPath } from '../../foundation/paths.js'
import type { CatalogQuery, Sort } from '../store/catalog.js'
import type { QuerystringRow } from './querystringBody.js'
import {
  type Criterion,
  conditionsOf,
  onePerIndex,
  qualifyStates,
  type TypesWithTitle,
} from './querystringConditions.js'
import { convertToIndex, type QueriedIndex, queriedIndex } from './querystringIndexes.js'
import { operatorNamed, type QuerystringSite } from './querystringOperators.js'
import type { Clause } from './querystringPaths.js'
import { distinctSorts, type IndexKind, sortedBy } from './searchIndexes.js'
import { createTextReader } from './textReader.js'

/** The object and caller of a query, and the indexes of the site. */
export interface QuerystringContext extends QuerystringSite {
  /** The indexes of behaviors, by name. */
  readonly indexes: ReadonlyMap<string, IndexKind>
  /** The workflow of states without a workflow id. */
  readonly primaryWorkflow: string | undefined
  readonly typesWithTitle: TypesWithTitle
}

interface Query extends Pick<CatalogQuery, 'where'> {
  /** The paths below which the query searches. */
  readonly paths: readonly string[]
  /** Whether the query is a text search, so that hits have a relevance. */
  readonly hasText: boolean
}

/**
 * The conditions of a query; a hit meets all of them. Rows with an unknown index or an invalid value are ignored. If no
 * row remains, the query finds nothing (docs/content-and-access.md, Querystring search, rule 2). Throws a DomainError
 * `bad-request` if the texts are too long (see `TextReader`).
 */
export function readQuerystring(rows: readonly QuerystringRow[], context: QuerystringContext): ReadResult<Query> {
  const clauses = rows.map(row => ({ index: queriedIndex(row.index, context.indexes), clause: clauseOf(row, context) }))
  if (clauses.some(({ clause }) => clause === 'malformed')) return { ok: false, reason: message('querystring.dates') }
  const criteria = clauses.flatMap(({ index, clause }) => criterionOf(index, clause))
  const merged = onePerIndex(criteria.map(criterion => qualifyStates(criterion, context.primaryWorkflow)))
  const readers = { typesWithTitle: context.typesWithTitle, texts: createTextReader() }
  const subtrees = merged.flatMap(({ clause }) => (clause.kind === 'places' ? clause.subtrees : []))
  return {
    ok: true,
    where:
      criteria.length === 0 ? [{ kind: 'nothing' }] : merged.flatMap(criterion => conditionsOf(criterion, readers)),
    paths: subtrees.length === 0 ? [rootPath] : subtrees.map(({ path }) => path),
    hasText: merged.some(({ index, clause }) => index.index === 'SearchableText' && clause.kind !== 'none'),
  }
}

function clauseOf({ operator, value }: QuerystringRow, context: QuerystringContext): Clause | null | 'malformed' {
  return operatorNamed(operator)?.(value, context) ?? null
}

/** `showInactive` is accepted and ignored: permissions decide who sees inactive content. */
function criterionOf(index: QueriedIndex | undefined, clause: Clause | null | 'malformed'): readonly Criterion[] {
  if (clause === null || clause === 'malformed') return []
  if (clause.kind === 'everything') return [{ index: { kind: 'position', index: 'show_inactive' }, clause }]
  const converted = index && convertToIndex(index, clause)
  return index && converted ? [{ index, clause: converted }] : []
}

/** The sort order of a query; unknown index names are ignored. */
export function readQuerystringSort(
  { names, orders }: { readonly names: readonly string[]; readonly orders: readonly string[] },
  indexes: ReadonlyMap<string, IndexKind>,
): readonly Sort[] {
  const sorts = names.flatMap((name, i): Sort[] => {
    const by = sortedBy(name, indexes)
    return by === undefined ? [] : [{ by, descending: (orders[i] ?? orders[0]) === 'descending' }]
  })
  return distinctSorts(sorts)
}
