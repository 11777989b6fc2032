import { type Message, message } from '../../foundation/messages.js'
import { rootPath } from '../../foundation/paths.js'
import type { Condition, Sort } from '../store/catalogQuery.js'
import type { IndexKind } from './indexKind.js'
import type { Ask } from './querystringAsk.js'
import { conditionsOf, type TypesCalled } from './querystringConditions.js'
import { askStates, type Criterion, onePerIndex } from './querystringCriteria.js'
import { fitToIndex, type QueriedIndex, queriedIndex } from './querystringIndexes.js'
import { operatorCalled, type QuerystringSite } from './querystringOperators.js'
import type { QuerystringRow } from './querystringRows.js'
import { distinctSorts, sortedBy } from './searchIndexes.js'
import { createTextReader } from './textReader.js'

/** The object and caller of a query, and the indexes of the site. */
export interface QuerystringContext extends QuerystringSite {
  /** The indexes of behaviors, by name. */
  readonly indexes: ReadonlyMap<string, IndexKind>
  /** The workflow of states without a workflow id. */
  readonly primaryWorkflow: string | undefined
  readonly typesCalled: TypesCalled
}

export type QuerystringRead =
  | {
      readonly ok: true
      readonly where: readonly Condition[]
      /** The paths below which the query searches. */
      readonly paths: readonly string[]
      /** Whether the query is a text search, so that hits have a relevance. */
      readonly hasText: boolean
    }
  | { readonly ok: false; readonly reason: Message }

/**
 * The conditions of a query; a hit meets all of them. Rows with an unknown index or an invalid value are ignored. If no
 * row remains, the query finds nothing (docs/content-and-access.md, Querystring search, rule 2). Throws a DomainError
 * `bad-request` if the texts are too long (see `TextReader`).
 */
export function readQuerystring(rows: readonly QuerystringRow[], context: QuerystringContext): QuerystringRead {
  const asked = rows.map(row => ({ index: queriedIndex(row.index, context.indexes), ask: askOf(row, context) }))
  if (asked.some(({ ask }) => ask === 'malformed')) return { ok: false, reason: message('querystring.dates') }
  const criteria = asked.flatMap(({ index, ask }) => criterionOf(index, ask))
  const found = onePerIndex(criteria.map(criterion => askStates(criterion, context.primaryWorkflow)))
  const readers = { typesCalled: context.typesCalled, texts: createTextReader() }
  const places = found.flatMap(({ ask }) => (ask.kind === 'places' ? ask.places : []))
  return {
    ok: true,
    where: criteria.length === 0 ? [{ kind: 'nothing' }] : found.flatMap(one => conditionsOf(one, readers)),
    paths: places.length === 0 ? [rootPath] : places.map(({ path }) => path),
    hasText: found.some(({ index, ask }) => index.index === 'SearchableText' && ask.kind !== 'none'),
  }
}

function askOf({ operator, value }: QuerystringRow, context: QuerystringContext): Ask | null | 'malformed' {
  return operatorCalled(operator)?.(value, context) ?? null
}

/** `showInactive` is accepted and ignored: permissions decide who sees inactive content. */
function criterionOf(index: QueriedIndex | undefined, ask: Ask | null | 'malformed'): readonly Criterion[] {
  if (ask === null || ask === 'malformed') return []
  if (ask.kind === 'everything') return [{ index: { kind: 'position', index: 'show_inactive' }, ask }]
  const fit = index && fitToIndex(index, ask)
  return index && fit ? [{ index, ask: fit }] : []
}

/** The sort order of a query; unknown index names are ignored. */
export function readQuerystringSort(
  { names, orders }: { readonly names: readonly string[]; readonly orders: readonly string[] },
  indexes: ReadonlyMap<string, IndexKind>,
): readonly Sort[] {
  const named = names.flatMap((name, i): Sort[] => {
    const by = sortedBy(name, indexes)
    return by === undefined ? [] : [{ by, descending: (orders[i] ?? orders[0]) === 'descending' }]
  })
  return distinctSorts(named)
}
