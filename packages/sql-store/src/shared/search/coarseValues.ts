import type { Condition } from '@plenum/core/ports'

type Values = Pick<Extract<Condition, { kind: 'any' }>, 'index' | 'values'>

/** Indexes with few distinct values, each on many objects. */
const coarse = ['workflow_states', 'Language']

export const isCoarse = ({ index }: Values): boolean => coarse.includes(index)

/** Whether about half of all objects may have one of the values. */
export const isFlag = ({ values }: Values): boolean => values.some(value => typeof value === 'boolean')
