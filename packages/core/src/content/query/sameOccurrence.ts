import type { Condition } from '../store/catalog.js'

type Range = Extract<Condition, { kind: 'range' }>

/**
 * If the conditions limit the start and the end of events in opposite directions, adds the condition that a single
 * occurrence of a recurring event must meet both limits (docs/content-and-access.md, Recurring events, rule 4).
 */
export function withSameOccurrence(where: readonly Condition[]): readonly Condition[] {
  const [start, end] = [rangeOf('start', where), rangeOf('end', where)]
  if (!start || !end || (open(start.min, end.max) && open(end.min, start.max))) return where
  const ranges = { startsFrom: start.min, startsUntil: start.max, endsFrom: end.min, endsUntil: end.max }
  return [...where, { kind: 'sameOccurrence', ...ranges }]
}

const open = (from: Range['min'], until: Range['max']): boolean => from === null || until === null

/**
 * Returns the range for an index, or undefined if the search contains no such range. A condition with several dates is
 * not a range.
 */
const rangeOf = (index: string, where: readonly Condition[]): Range | undefined =>
  where.flatMap(condition => rangeIn(condition) ?? []).find(range => range.index === index)

function rangeIn(condition: Condition): Range | undefined {
  if (condition.kind === 'range') return condition
  const [only, ...others] = condition.kind === 'either' ? condition.conditions : []
  return only && others.length === 0 ? rangeIn(only) : undefined
}
