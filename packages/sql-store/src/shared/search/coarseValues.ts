import type { Condition } from '@plenum/core/ports'

type Values = Pick<Extract<Condition, { kind: 'any' }>, 'index' | 'values'>

const coarse = ['workflow_states', 'Language']

export const isCoarse = ({ index }: Values): boolean => coarse.includes(index)

export const isFlag = ({ values }: Values): boolean => values.some(value => typeof value === 'boolean')

/** Whether a condition depends on the path or the dates of an object in addition to its `seq`. */
export function needsRow(condition: Condition): boolean {
  if (condition.kind === 'not') return needsRow(condition.condition)
  if (condition.kind === 'either') return condition.conditions.some(needsRow)
  return condition.kind === 'below' || condition.kind === 'at' || condition.kind === 'active'
}
