import type { Condition } from '@plenum/core/ports'

type Values = Pick<Extract<Condition, { kind: 'any' }>, 'index' | 'values'>

/** The indexes that have few distinct values, each of them on many objects. */
const coarse = ['workflow_states', 'Language']

export const isCoarse = ({ index }: Values): boolean => coarse.includes(index)

/** Whether about half of all objects meet a condition, because the condition requires a boolean. */
export const isFlag = ({ values }: Values): boolean => values.some(value => typeof value === 'boolean')

/** Whether a condition needs more data of an object than its `seq`: its path or its dates. */
export function needsRow(condition: Condition): boolean {
  if (condition.kind === 'not') return needsRow(condition.condition)
  if (condition.kind === 'either') return condition.conditions.some(needsRow)
  return condition.kind === 'below' || condition.kind === 'at' || condition.kind === 'active'
}
