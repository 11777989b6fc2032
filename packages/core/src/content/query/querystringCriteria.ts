import { formatQualifiedState, parseQualifiedState } from '../node/qualifiedState.js'
import type { Clause, Scalar } from './querystringClause.js'
import type { QueriedIndex } from './querystringIndexes.js'

/** One index of a query with its operator and values. */
export interface Criterion {
  readonly index: QueriedIndex
  readonly clause: Clause
}

/**
 * Values of `review_state` are state ids or `workflow|state`. If one value has the second form, the query uses the
 * index `workflow_states`, and plain ids belong to the primary workflow (docs/content-and-access.md, Querystring
 * search, rule 4).
 */
export function qualifyStates(criterion: Criterion, primaryWorkflow: string | undefined): Criterion {
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
 * Merges the criteria of the same index. Paths are combined. Two ranges with opposite open ends become one: "from May"
 * and "until June" -> "May to June". In all other cases the last criterion wins (docs/content-and-access.md,
 * Querystring search, rule 3).
 */
export function onePerIndex(criteria: readonly Criterion[]): readonly Criterion[] {
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
