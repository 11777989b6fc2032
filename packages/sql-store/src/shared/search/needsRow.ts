import type { Condition } from '@plenum/core/ports'

/** Whether a condition needs more of an object than its `seq`: its path or its dates. */
export function needsRow(condition: Condition): boolean {
  if (condition.kind === 'not') return needsRow(condition.condition)
  if (condition.kind === 'either') return condition.conditions.some(needsRow)
  return condition.kind === 'below' || condition.kind === 'at' || condition.kind === 'active'
}
