import { formatQualifiedState, parseQualifiedState } from '../node/qualifiedState.js'
import type { Ask, Scalar } from './querystringAsk.js'
import type { QueriedIndex } from './querystringIndexes.js'

/** One index of a query with its operator and values. */
export interface Criterion {
  readonly index: QueriedIndex
  readonly ask: Ask
}

/**
 * Values of `review_state` are state ids or `workflow|state`. If one value has the second form, the query uses the
 * index `workflow_states`, and plain ids belong to the primary workflow (docs/content-and-access.md, Querystring
 * search, rule 4).
 */
export function askStates(criterion: Criterion, primaryWorkflow: string | undefined): Criterion {
  const { index, ask } = criterion
  if (index.index !== 'review_state' || !('values' in ask) || !ask.values.some(isQualified)) return criterion
  const values = ask.values.map(value => qualifyState(value, primaryWorkflow))
  return { ...criterion, index: { kind: 'value', index: 'workflow_states' }, ask: { ...ask, values } }
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
  for (const { index, ask } of criteria)
    byIndex.set(index.index, { index, ask: joinAsks(byIndex.get(index.index)?.ask, ask) })
  return [...byIndex.values()]
}

function joinAsks(earlier: Ask | undefined, later: Ask): Ask {
  if (earlier?.kind === 'places' && later.kind === 'places')
    return { kind: 'places', places: [...earlier.places, ...later.places] }
  if (earlier?.kind !== 'range' || later.kind !== 'range') return later
  if (isOpen(earlier, 'max') && isOpen(later, 'min')) return { ...later, min: earlier.min }
  if (isOpen(earlier, 'min') && isOpen(later, 'max')) return { ...later, max: earlier.max }
  return later
}

const isOpen = (range: Extract<Ask, { kind: 'range' }>, end: 'min' | 'max'): boolean =>
  range[end] === null && range[end === 'min' ? 'max' : 'min'] !== null
