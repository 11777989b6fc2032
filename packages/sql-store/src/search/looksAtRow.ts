import type { Condition } from '@plenum/core/ports'

/** Whether a condition looks at more of an object than its `seq`: at its place or its dates. */
export function looksAtRow(condition: Condition): boolean {
  if (condition.kind === 'not') return looksAtRow(condition.condition)
  if (condition.kind === 'either') return condition.conditions.some(looksAtRow)
  return condition.kind === 'below' || condition.kind === 'at' || condition.kind === 'active'
}
