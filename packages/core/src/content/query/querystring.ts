import { restOfSecond } from '../../foundation/instants.js'
import { message, type ReadResult } from '../../foundation/messages.js'
import { rootPath } from '../../foundation/paths.js'
import { formatQualifiedState, parseQualifiedState } from '../node/qualifiedState.js'
import { belowAll, type CatalogQuery, type Condition, type Sort, subtreeConditions } from '../store/catalog.js'
import { countsAbsentAsFalse, flagCondition } from './flagCondition.js'
import type { QuerystringRow } from './querystringBody.js'
import { convertToIndex, type QueriedIndex, queriedIndex } from './querystringIndexes.js'
import { operatorNamed, type QuerystringSite } from './querystringOperators.js'
import { type Clause, type Scalar, subtreeSearch } from './querystringPaths.js'
import { rangeCondition } from './rangeCondition.js'
import { withSameOccurrence } from './sameOccurrence.js'
import { distinctSorts, type IndexKind, sortedBy } from './searchIndexes.js'
import { createTextReader, type TextReader } from './textReader.js'

interface Criterion {
  readonly index: QueriedIndex
  readonly clause: Clause
}

/**
 * Converts criteria for `review_state`, whose values are state ids or `workflow|state`. If one of the values contains a
 * workflow id, the query uses the `workflow_states` index, and assigns plain state ids to the primary workflow
 * (docs/content-and-access.md, Querystring search, rule 4).
 */
function qualifyStates(criterion: Criterion, primaryWorkflow: string | undefined): Criterion {
  const { index, clause } = criterion
  if (index.index !== 'review_state' || !('values' in clause) || !clause.values.some(isQualified)) return criterion
  const values = clause.values.map(value => qualifyState(value, primaryWorkflow))
  return { ...criterion, index: { kind: 'value', index: 'workflow_states' }, clause: { ...clause, values } }
}

const isQualified = (value: Scalar): boolean => typeof value === 'string' && parseQualifiedState(value) !== null

function qualifyState(value: Scalar, workflow: string | undefined): Scalar {
  if (typeof value !== 'string' || isQualified(value) || workflow === undefined) return value
  return formatQualifiedState({ workflow, state: value })
}

/**
 * Merges query criteria for the same index. Paths are combined. Two ranges with opposite open ends are intersected:
 * "from May" and "until June" become "May to June". In all other cases, the last criterion takes precedence
 * (docs/content-and-access.md, Querystring search, rule 3).
 */
function onePerIndex(criteria: readonly Criterion[]): readonly Criterion[] {
  const byIndex = new Map<string, Criterion>()
  for (const { index, clause } of criteria)
    byIndex.set(index.index, { index, clause: mergeClauses(byIndex.get(index.index)?.clause, clause) })
  return [...byIndex.values()]
}

function mergeClauses(previous: Clause | undefined, later: Clause): Clause {
  if (previous?.kind === 'places' && later.kind === 'places')
    return { kind: 'places', subtrees: [...previous.subtrees, ...later.subtrees] }
  if (previous?.kind !== 'range' || later.kind !== 'range') return later
  if (isOpen(previous, 'max') && isOpen(later, 'min')) return { ...later, min: previous.min }
  if (isOpen(previous, 'min') && isOpen(later, 'max')) return { ...later, max: previous.max }
  return later
}

const isOpen = (range: Extract<Clause, { kind: 'range' }>, end: 'min' | 'max'): boolean =>
  range[end] === null && range[end === 'min' ? 'max' : 'min'] !== null

type TypesWithTitle = (title: string) => readonly string[]

const nothing: Condition = { kind: 'nothing' }
const either = (conditions: readonly Condition[]): Condition => ({ kind: 'either', conditions })

interface ValueReaders {
  readonly typesWithTitle: TypesWithTitle
  readonly texts: TextReader
}

/**
 * Converts a query criterion to search conditions. A hit must meet all these conditions. A criterion without values
 * matches nothing.
 */
function conditionsOf({ index, clause }: Criterion, readers: ValueReaders): readonly Condition[] {
  if (clause.kind === 'everything') return []
  if (index.kind === 'position') return [nothing]
  if (clause.kind === 'places') return [either(subtreeSearch(clause.subtrees))]
  if (clause.kind === 'range') return [rangeCondition(index.index, clause.min, clause.max)]
  if (clause.values.length === 0) return [nothing]
  const withValues = (values: readonly Scalar[]) => oneOf({ index, clause }, values, readers)
  if (clause.kind === 'none') return [...withValue(index), { kind: 'not', condition: withValues(clause.values) }]
  if (clause.values.every(value => value === '')) return [nothing]
  if (clause.kind === 'all' && index.kind === 'path') return [belowAll(clause.values.map(String))]
  return clause.kind === 'all' ? clause.values.map(value => withValues([value])) : [withValues(clause.values)]
}

/**
 * Returns conditions that require a value in the index. As in Plone's catalog, the clause `none` excludes objects
 * without a value.
 */
function withValue({ kind, index }: QueriedIndex): readonly Condition[] {
  const hasValues = kind === 'value' || kind === 'date' || kind === 'boolean'
  return hasValues && !countsAbsentAsFalse(index) ? [rangeCondition(index, null, null)] : []
}

function oneOf({ index, clause }: Criterion, values: readonly Scalar[], readers: ValueReaders): Condition {
  switch (index.kind) {
    case 'value':
      return { kind: 'any', index: index.index, values: values.flatMap(formsOf) }
    case 'boolean':
      return flagCondition(
        index.index,
        values.map(value => value === true),
      )
    case 'typeTitle':
      return {
        kind: 'any',
        index: 'portal_type',
        values: values.flatMap(title => readers.typesWithTitle(String(title))),
      }
    case 'date':
      // Dates in requests have a precision of one second, so a date matches all milliseconds of its second.
      return either(values.map(value => rangeCondition(index.index, Number(value), Number(value) + restOfSecond)))
    case 'path':
      return either(subtreeConditions(values.map(String), null))
    case 'text':
      return either(values.map(value => textCondition(index.in, String(value), { clause, texts: readers.texts })))
    case 'position':
      return nothing
  }
}

/**
 * Returns the representations of a value in the index. An index may store a number as a string, so both representations
 * are searched.
 */
const formsOf = (value: Scalar): readonly Scalar[] =>
  typeof value === 'number' ? [value, String(value)] : [String(value)]

/**
 * Returns the condition for a text search. If the operator is `containing` and the scope is `everything`, the string
 * `conf` also matches "conference" (docs/content-and-access.md, Querystring search, rule 5).
 */
function textCondition(
  scope: 'title' | 'description' | 'everything',
  text: string,
  { clause, texts }: { readonly clause: Clause; readonly texts: TextReader },
): Condition {
  const query = clause.kind === 'containing' && scope === 'everything' ? texts.readBeginnings(text) : texts.read(text)
  return query ? { kind: 'text', in: scope, query } : nothing
}

export interface QuerystringContext extends QuerystringSite {
  readonly indexes: ReadonlyMap<string, IndexKind>
  /** The workflow to which state ids without a workflow id belong. */
  readonly primaryWorkflow: string | undefined
  readonly typesWithTitle: TypesWithTitle
}

interface Query extends Pick<CatalogQuery, 'where'> {
  readonly paths: readonly string[]
  /** Whether the query contains a text search. Only text searches rank hits by relevance. */
  readonly hasText: boolean
}

/**
 * Converts the rows of a query to conditions. Every hit must meet all conditions. Rows with an unknown index or an
 * invalid value are ignored. If no row remains, the query matches nothing (docs/content-and-access.md, Querystring
 * search, rule 2). Throws a DomainError `bad-request` if the search strings are too long (see `TextReader`).
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
      criteria.length === 0
        ? [{ kind: 'nothing' }]
        : withSameOccurrence(merged.flatMap(criterion => conditionsOf(criterion, readers))),
    paths: subtrees.length === 0 ? [rootPath] : subtrees.map(({ path }) => path),
    hasText: merged.some(({ index, clause }) => index.index === 'SearchableText' && clause.kind !== 'none'),
  }
}

const clauseOf = ({ operator, value }: QuerystringRow, context: QuerystringContext): Clause | null | 'malformed' =>
  operatorNamed(operator)?.(value, context) ?? null

/**
 * Returns the criterion for a query row. `showInactive` is accepted but ignored, because permissions determine who can
 * view inactive content.
 */
function criterionOf(index: QueriedIndex | undefined, clause: Clause | null | 'malformed'): readonly Criterion[] {
  if (clause === null || clause === 'malformed') return []
  if (clause.kind === 'everything') return [{ index: { kind: 'position', index: 'show_inactive' }, clause }]
  const converted = index && convertToIndex(index, clause)
  return index && converted ? [{ index, clause: converted }] : []
}

/** Reads the sort keys of a query. Unknown index names are ignored. */
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
