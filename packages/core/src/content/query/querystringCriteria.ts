import { formatQualifiedState, parseQualifiedState } from '../node/qualifiedState.js'
import type { Ask, Scalar } from './querystringAsk.js'
import type { QueriedIndex } from './querystringIndexes.js'

/** What a query asks of one index. */
export interface Criterion {
  readonly index: QueriedIndex
  readonly ask: Ask
}

/**
 * States are asked for under `review_state`, be they ids or `workflow|state`: as soon as one is of the latter form, the
 * states of all workflows are meant, and an id belongs to the primary workflow. Source: docs/content-and-access.md,
 * Querystring search, rule 4.
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
 * One criterion for each index: places come together, a range that is open below and one that is open above become one;
 * otherwise the last counts (docs/content-and-access.md, Querystring search, rule 3).
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
